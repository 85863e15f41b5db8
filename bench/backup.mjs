// Measures backups on each engine: the duration of a job for a number of rows, the duration of the restoration, the
// peak memory of both processes, and the latency of pings during the job. Finally compares all items.
// Usage: node bench/backup.mjs [rows] [engine …], by default with 1000000 rows and all engines.
import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { serverOf } from './engines.mjs';
import { peakOf } from './programs.mjs';
import { sourceModules } from './sources.mjs';

const root = join(import.meta.dirname, '..');
const TOKEN = 'bench-static-token';
const SUPER = 'bench-super-admin-token';
const PAUSE_MS = 5;
const SAMPLE_MS = 100;
const FIRST = 1_000;
const AUTHORS = 200;
const FILES = 100;
const FILE_BYTES = 200_000;
const rows = Number(process.argv[2]) || 1_000_000;
const engines = process.argv.length > 3 ? process.argv.slice(3) : ['sqlite', 'mysql', 'postgres'];

const key = {
  field: 'id',
  type: 'integer',
  datatype: 'INT',
  primary_key: true,
  auto_increment: true,
  interface: 'primary-key',
};
const text = (field, length) => ({ field, type: 'string', datatype: 'VARCHAR', length, interface: 'text-input' });
const fields = [
  key,
  text('title', 100),
  { field: 'body', type: 'string', datatype: 'TEXT', interface: 'textarea' },
  { field: 'minutes', type: 'integer', datatype: 'INT', interface: 'numeric' },
  { field: 'price', type: 'decimal', datatype: 'DECIMAL', length: '10,2', interface: 'numeric' },
  { field: 'author', type: 'm2o', datatype: 'INT', interface: 'many-to-one' },
  { field: 'seen_on', type: 'datetime', datatype: 'DATETIME', interface: 'datetime' },
];
const relation = { collection_many: 'notes', field_many: 'author', collection_one: 'people' };

/** One note in twenty is long. */
const note = (_, row) => ({
  title: `Title of note ${row}`,
  body: `Some words about ${randomBytes(12).toString('hex')}. `.repeat(row % 20 === 0 ? 150 : 8),
  minutes: row % 60,
  price: `${row}.50`,
  author: 1 + (row % AUTHORS),
  seen_on: '2026-01-01 10:00:00',
});

async function call(base, path, body) {
  const isForm = body instanceof FormData;
  const headers = { Authorization: `Bearer ${TOKEN}`, ...(!isForm && { 'Content-Type': 'application/json' }) };
  const sent = isForm ? body : body && JSON.stringify(body);
  const answer = await fetch(base + path, { method: body ? 'POST' : 'GET', headers, body: sent });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function prepare(base, data, address) {
  const user = { user_email: 'admin@example.com', user_password: 'bench-password', user_token: TOKEN };
  const database = { db_name: 'bench_backup', db_user: 'bench', ...address };
  await call(base, '/server/projects', { project: 'bench', super_admin_token: SUPER, ...user, ...database });
  await call(base, '/bench/collections', { collection: 'people', fields: [key, text('name', 100)] });
  await call(base, '/bench/collections', { collection: 'notes', fields });
  await call(base, '/bench/relations', relation);
  const people = Array.from({ length: AUTHORS }, (_, row) => ({ name: `Person ${row}` }));
  await call(base, '/bench/items/people?activity_skip=1', people);
  await call(base, '/bench/items/notes?activity_skip=1', Array.from({ length: Math.min(rows, FIRST) }, note));
  await multiply(data, database);
  for (let index = 0; index < FILES; index++) await upload(base, index);
}

/** Copies the first notes, at a distance that compression does not cover. */
async function multiply(data, { db_type, db_name: name, db_host: host, db_port: port, db_user: user, db_password }) {
  const [{ dialectOf }] = await sourceModules('src/dialects/registry.ts');
  const file = join(data, 'databases', `${name}.db`);
  const database = await (await dialectOf(db_type)).openExisting({
    name,
    file,
    host,
    port,
    user,
    password: db_password,
  });
  for (let made = FIRST; made < rows; made *= 2) {
    const columns = 'title, body, minutes, price, author, seen_on';
    const copied = Math.min(made, rows - made);
    const copy = `INSERT INTO notes (${columns}) SELECT ${columns} FROM notes ORDER BY id LIMIT ${copied}`;
    await database.run({ text: copy, parameters: [] });
  }
  await database.close();
}

async function upload(base, index) {
  const form = new FormData();
  form.append('data', new Blob([randomBytes(FILE_BYTES)]), `file-${index}.bin`);
  await call(base, '/bench/files', form);
}

/** Runs a server for a data folder while `work` takes place. */
async function serving(data, work) {
  const args = ['dist/main.js', 'serve', '--data', data, '--port', '0', '--log-level', 'warn'];
  const env = { ...process.env, OCTAVO_SUPER_ADMIN_TOKEN: SUPER };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  while (!/listens at \S+\n/.test(printed)) printed += String((await once(child.stdout, 'data'))[0]);
  try {
    return await work(/listens at (\S+)\n/.exec(printed)[1], child);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

/** Measures the latency of pings, and how late this otherwise idle process is on the same machine, in milliseconds. */
class Pings {
  #isOver = false;
  #taken = [];
  #late = [];
  #agent = new Agent({ keepAlive: true });

  async go(base) {
    while (!this.#isOver) {
      const begun = performance.now();
      const [answer] = await once(get(`${base}/server/ping`, { agent: this.#agent }), 'response');
      await once(answer.resume(), 'end');
      const answered = performance.now();
      this.#taken.push(answered - begun);
      await setTimeout(PAUSE_MS);
      this.#late.push(performance.now() - answered - PAUSE_MS);
    }
    this.#agent.destroy();
  }

  end() {
    this.#isOver = true;
    return `pings took ${spread(this.#taken)}; the machine was late by ${spread(this.#late)}`;
  }
}

function spread(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)];
  return `${p99.toFixed(1)} ms (99 %), ${sorted.at(-1).toFixed(1)} ms at most, ${sorted.filter((ms) => ms > 50).length} of ${sorted.length} above 50 ms`;
}

async function pinged(base, work) {
  const pings = new Pings();
  const pinging = pings.go(base);
  const result = await work();
  const late = pings.end();
  await pinging;
  return { result, late };
}

async function backedUp(base) {
  const begun = performance.now();
  const { data: started } = await call(base, '/bench/jobs', { kind: 'backup' });
  for (;;) {
    const { data: job } = await call(base, `/bench/jobs/${started.id}`);
    if (job.state === 'done') return { ...job.result, seconds: (performance.now() - begun) / 1000 };
    if (job.state !== 'waiting' && job.state !== 'running') throw new Error(JSON.stringify(job));
    await setTimeout(SAMPLE_MS);
  }
}

async function restored(data, file, { db_type, db_host, db_port, db_user, db_password }) {
  const given = {
    'db-type': db_type,
    'db-host': db_host,
    'db-port': db_port,
    'db-user': db_user,
    'db-password': db_password,
  };
  const flags = Object.entries({ data, project: 'copy', 'db-name': 'bench_restored', ...given });
  const args = [
    'dist/main.js',
    'restore',
    file,
    ...flags.flatMap(([flag, value]) => (value ? [`--${flag}`, value] : [])),
  ];
  const begun = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  let memory = 0;
  const sampling = setInterval(() => {
    memory = peakOf(child, memory);
  }, SAMPLE_MS);
  const [code] = await once(child, 'close');
  clearInterval(sampling);
  if (code !== 0) throw new Error(`the restoration ended with ${code}`);
  return { seconds: (performance.now() - begun) / 1000, memory };
}

/** The digest of all notes, and of what they refer to, as the API returns them. */
async function digestOf(base, project) {
  const hash = createHash('sha256');
  for (const path of ['notes?sort=id&limit=-1', 'people?sort=id&limit=-1']) {
    const answer = await fetch(`${base}/${project}/items/${path}`, { headers: { Authorization: `Bearer ${TOKEN}` } });
    if (answer.status !== 200) throw new Error(await answer.text());
    for await (const chunk of answer.body) hash.update(chunk);
  }
  return hash.digest('hex');
}

const perSecond = ({ seconds }) => `${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s`;

async function measure(engine) {
  const server = await serverOf(engine);
  if (!server) return console.log(`${engine}: not at hand`);
  const data = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  try {
    await serving(data, (base) => prepare(base, data, server.address));
    const { made, memory, late } = await serving(data, async (base, child) => {
      const { result, late } = await pinged(base, () => backedUp(base));
      return { made: result, memory: peakOf(child), late };
    });
    const file = join(data, 'backups', 'bench', made.name);
    const size = Math.round(statSync(file).size / 1_000_000);
    console.log(
      `${engine}: backup of ${made.rows} rows and ${made.files} files in ${perSecond(made)}, ${memory} MB; file ${size} MB`,
    );
    console.log(`  ${late}`);
    const back = await restored(data, file, server.address);
    console.log(`  restored in ${perSecond(back)}, ${back.memory} MB`);
    const digests = await serving(data, async (base) => [await digestOf(base, 'bench'), await digestOf(base, 'copy')]);
    if (digests[0] !== digests[1]) throw new Error(`${engine}: the items differ`);
    console.log('  all items are equal');
  } finally {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
for (const engine of engines) await measure(engine);
