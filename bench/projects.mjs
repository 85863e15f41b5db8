// Opens a thousand projects on SQLite in random order, with a limit of 1,024 file descriptors. Prints the times of cold
// opens, and the memory.
// Usage: node bench/projects.mjs [projects] [requests]
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collections, random } from './data.mjs';
import { serve } from './programs.mjs';

const [projects = '1000', requests = '3000'] = process.argv.slice(2);
const SUPER = 'bench-super-admin-token';
const TOKEN = 'bench-static-token';
const folder = join(import.meta.dirname, 'data', 'projects');
const keyOf = (number) => `p${String(number).padStart(4, '0')}`;

if (!existsSync(join(folder, 'config', `${keyOf(Number(projects) - 1)}.json`))) await make();

function file(key, ending) {
  return join(folder, 'databases', `${key}.db${ending}`);
}

/** Creates one project over HTTP, and copies its configuration and its file. */
async function make() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { child, port } = await serve(folder, { OCTAVO_SUPER_ADMIN_TOKEN: SUPER });
  const send = async (path, body) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  };
  await send('/server/projects', {
    project: keyOf(0),
    super_admin_token: SUPER,
    db_name: keyOf(0),
    db_user: 'root',
    user_email: 'admin@example.com',
    user_password: 'bench-password',
    user_token: TOKEN,
  });
  for (const collection of collections) await send(`/${keyOf(0)}/collections`, collection);
  const articles = Array.from({ length: 200 }, (_, index) => ({ title: `article ${index}`, body: 'text '.repeat(50) }));
  await send(`/${keyOf(0)}/items/articles`, articles);
  child.kill('SIGTERM');
  await new Promise((done) => child.once('exit', done));
  const config = readFileSync(join(folder, 'config', `${keyOf(0)}.json`), 'utf8');
  for (let number = 1; number < Number(projects); number++) {
    const key = keyOf(number);
    writeFileSync(join(folder, 'config', `${key}.json`), config.replaceAll(keyOf(0), key), { mode: 0o600 });
    for (const ending of ['', '-wal'].filter((each) => existsSync(file(keyOf(0), each))))
      copyFileSync(file(keyOf(0), ending), file(key, ending));
  }
}

/** Starts the server with few file descriptors. */
async function limited() {
  const args = ['-c', 'ulimit -n 1024; exec "$@"', 'sh', process.execPath, 'dist/main.js', 'serve'];
  args.push('--data', folder, '--port', '0', '--log-level', 'error');
  const child = spawn('sh', args, { cwd: join(import.meta.dirname, '..'), stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  const port = await new Promise((done) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('"level"')) console.log(String(chunk).slice(0, 1500));
      const found = /:(\d{4,5})\s/.exec(text);
      if (found) done(Number(found[1]));
    });
  });
  return { child, port };
}

const at = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1);
const say = (name, times) => {
  times.sort((a, b) => a - b);
  console.log(`${name}: ${times.length}, median ${at(times, 0.5)}, p99 ${at(times, 0.99)}, worst ${at(times, 1)} ms`);
};
const rss = (pid) => Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024);

const { child, port } = await limited();
const next = random(5);
async function ask(number) {
  const begun = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/${keyOf(number)}/items/articles?limit=5`, {
    headers: { Authorization: `Bearer ${TOKEN}` },
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  return performance.now() - begun;
}
for (let number = 0; number < 20; number++) await ask(number);
const first = [];
for (let number = 20; number < Number(projects); number++) first.push(await ask(number));
say('first touches, one at a time', first);
const random1 = [];
let most = 0;
let files = 0;
const clients = Array.from({ length: 4 }, async () => {
  for (let index = 0; index < Number(requests) / 4; index++) {
    random1.push(await ask(Math.floor(next() * Number(projects))));
    most = Math.max(most, rss(child.pid));
    if (index % 50 === 0) files = Math.max(files, readdirSync(`/proc/${child.pid}/fd`).length);
  }
});
await Promise.all(clients);
say('at random, four at a time', random1);
console.log(`memory up to ${most} MB, ${files} descriptors`);
child.kill('SIGTERM');
await new Promise((done) => child.once('exit', done));
