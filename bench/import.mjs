// Measures `octavo import` on each engine: rows per second, and the peak memory of the importing process. The lines are
// generated while they are read.
// Usage: node bench/import.mjs [rows] [engine …], by default with 200000 rows and all engines.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { serverOf } from './engines.mjs';
import { peakOf } from './programs.mjs';

const root = join(import.meta.dirname, '..');
const PROJECT = 'bench';
const TOKEN = 'bench-static-token';
const SUPER = 'bench-super-admin-token';
const ROWS_OF_A_CHUNK = 500;
const SAMPLE_MS = 50;
const rows = Number(process.argv[2]) || 200_000;
const engines = process.argv.length > 3 ? process.argv.slice(3) : ['sqlite', 'mysql', 'postgres'];

const text = (field, length) => ({ field, type: 'string', datatype: 'VARCHAR', length, interface: 'text-input' });
const number = (field, more) => ({ field, type: 'integer', datatype: 'INT', interface: 'numeric', ...more });
const fields = [
  number('id', { primary_key: true, auto_increment: true, interface: 'primary-key' }),
  text('title', 100),
  text('body', 255),
  number('minutes'),
  { field: 'seen_on', type: 'datetime', datatype: 'DATETIME', interface: 'datetime' },
];

function* lines() {
  for (let first = 1; first <= rows; first += ROWS_OF_A_CHUNK) {
    let chunk = '';
    for (let row = first; row < first + ROWS_OF_A_CHUNK && row <= rows; row++)
      chunk += `${JSON.stringify(item(row))}\n`;
    yield chunk;
  }
}

const item = (row) => ({
  title: `Title of item ${row}`,
  body: `Some words about item ${row} `.repeat(4).trim(),
  minutes: row % 60,
  seen_on: '2026-01-01 10:00:00',
});

async function call(base, path, body) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` };
  const answer = await fetch(base + path, {
    method: body ? 'POST' : 'GET',
    headers,
    body: body && JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Runs a server for a data folder while `work` takes place. */
async function serving(data, work) {
  const args = ['dist/main.js', 'serve', '--data', data, '--port', '0', '--log-level', 'silent'];
  const env = { ...process.env, OCTAVO_SUPER_ADMIN_TOKEN: SUPER };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  while (!/listens at \S+\n/.test(printed)) printed += String((await once(child.stdout, 'data'))[0]);
  const result = await work(/listens at (\S+)\n/.exec(printed)[1]);
  child.kill('SIGTERM');
  await once(child, 'exit');
  return result;
}

async function prepare(base, address) {
  const user = { user_email: 'admin@example.com', user_password: 'bench-password', user_token: TOKEN };
  const database = { db_name: 'bench_import', db_user: 'bench', ...address };
  await call(base, '/server/projects', { project: PROJECT, super_admin_token: SUPER, ...user, ...database });
  await call(base, `/${PROJECT}/collections`, { collection: 'notes', fields });
}

const count = async (base) => (await call(base, `/${PROJECT}/items/notes?limit=1&meta=total_count`)).meta.total_count;

async function importing(data) {
  const args = ['dist/main.js', 'import', '--data', data, '--project', PROJECT, '--collection', 'notes'];
  const begun = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'ignore', 'pipe'] });
  let [memory, said] = [0, ''];
  child.stderr.on('data', (chunk) => {
    said = String(chunk);
  });
  const sampling = setInterval(() => {
    memory = peakOf(child, memory);
  }, SAMPLE_MS);
  const [[code]] = await Promise.all([once(child, 'close'), pipeline(Readable.from(lines()), child.stdin)]);
  clearInterval(sampling);
  if (code !== 0) throw new Error(`the import ended with ${code}: ${said}`);
  return { seconds: (performance.now() - begun) / 1000, memory };
}

async function measure(engine) {
  const server = await serverOf(engine);
  if (!server) return console.log(`${engine}: not at hand`);
  const data = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  try {
    await serving(data, (base) => prepare(base, server.address));
    const { seconds, memory } = await importing(data);
    const made = await serving(data, count);
    if (made !== rows) throw new Error(`${made} items instead of ${rows}`);
    console.log(
      `${engine}: ${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s, ${memory} MB`,
    );
  } finally {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
for (const engine of engines) await measure(engine);
