// Measures one request that creates many items, with and without their records: seconds, and the server's peak memory.
// Usage: node bench/lists.mjs [items] [engine …], by default with 10000 items and all engines.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collections, makers, random } from './data.mjs';
import { serverOf } from './engines.mjs';
import { peakOf, serve } from './programs.mjs';

const root = join(import.meta.dirname, '..');
const TOKEN = 'bench-static-token';
const SUPER = 'bench-super-admin-token';
const ROUNDS = 3;
const total = Number(process.argv[2]) || 10_000;
const engines = process.argv.length > 3 ? process.argv.slice(3) : ['sqlite', 'mysql', 'postgres'];

async function post(port, path, body) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function prepare(port, address) {
  const user = { user_email: 'admin@example.com', user_password: 'bench-password', user_token: TOKEN };
  const database = { db_name: 'bench_lists', db_user: 'bench', ...address };
  await post(port, '/server/projects', { project: 'bench', super_admin_token: SUPER, ...user, ...database });
  for (const collection of collections) await post(port, '/bench/collections', collection);
}

async function measureOn(engine, program) {
  const make = makers(random(11));
  const items = Array.from({ length: total }, (_, index) => make.authors(index));
  for (const records of ['', '?activity_skip=1']) {
    const seconds = [];
    for (let round = 0; round < ROUNDS; round++) {
      const begun = performance.now();
      await post(program.port, `/bench/items/authors${records}`, items);
      seconds.push((performance.now() - begun) / 1000);
    }
    const [, middle] = seconds.sort((a, b) => a - b);
    const said = records ? 'without records' : 'with activity and revisions';
    console.log(`${engine}: ${total} items ${said} in ${middle.toFixed(2)} s, ${peakOf(program.child)} MB`);
  }
}

async function measure(engine) {
  const server = await serverOf(engine);
  if (!server) return console.log(`${engine}: not at hand`);
  const data = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  const program = await serve(data, { OCTAVO_SUPER_ADMIN_TOKEN: SUPER });
  try {
    await prepare(program.port, server.address);
    await measureOn(engine, program);
  } finally {
    program.child.kill('SIGTERM');
    await once(program.child, 'exit');
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
for (const engine of engines) await measure(engine);
