// Measures the server beside its floor, in turns within one run: CPU milliseconds per request and requests per second,
// over one and over 32 connections. Usage: npm run bench [-- --rounds 5]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cachedThumbnail } from './assets.mjs';
import { drive } from './client.mjs';
import { random, SIZES } from './data.mjs';
import { load } from './load.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'bench', 'data');
const TOKEN = 'bench-static-token';
const SUPER = 'bench-super-admin-token';
const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 5;
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : '';
const TICK_MS = 10;

/** Starts a program and waits for the first number that it prints: its port. */
async function start(args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let printed = '';
  while (!/(\d{4,5})\s*$/m.test(printed)) printed += String((await once(child.stdout, 'data'))[0]);
  child.stdout.resume();
  return { child, port: Number(/(\d{4,5})\s*$/m.exec(printed)[1]) };
}

/** CPU time that a process has used, in milliseconds. */
function cpu({ child }) {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

const serve = () =>
  start(['dist/main.js', 'serve', '--data', folder, '--port', '0', '--log-level', 'silent'], {
    OCTAVO_SUPER_ADMIN_TOKEN: SUPER,
  });

async function prepare() {
  if (existsSync(join(folder, 'loaded'))) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = await serve();
  const seconds = await load(`http://127.0.0.1:${server.port}`, {
    project: 'bench',
    superAdminToken: SUPER,
    token: TOKEN,
  });
  console.log(
    `loaded ${SIZES.articles} articles and ${SIZES.articles * SIZES.tagsPerArticle} links over HTTP in ${seconds.toFixed(1)} s`,
  );
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  mkdirSync(join(folder, 'loaded'));
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** CPU per request and requests per second of one program. */
async function measure(program, paths, connections, total, headers) {
  const before = cpu(program);
  const rate = await drive(program.port, paths, { connections, total, headers });
  return { cpu: (cpu(program) - before) / total, rate };
}

function cases(thumbnail) {
  const next = random(7);
  const ids = Array.from({ length: 500 }, () => 1 + Math.floor(next() * SIZES.articles));
  const authors = Array.from({ length: 200 }, () => 1 + Math.floor(next() * SIZES.authors));
  return [
    {
      name: 'one item by id',
      target: 2.5,
      total: 6000,
      server: ids.map((id) => `/bench/items/articles/${id}`),
      floor: ids.map((id) => `/one/${id}`),
      check: true,
    },
    {
      name: 'list of 25, all fields',
      target: 1.7,
      total: 3000,
      server: ['/bench/items/articles?limit=25'],
      floor: ['/list/25'],
    },
    {
      name: '25 of 400 filtered by key, sorted, 3 fields',
      target: 2.5,
      total: 3000,
      server: ids.map(
        (id) =>
          `/bench/items/articles?limit=25&fields=id,title,views&filter[id][between]=${id},${id + 400}&sort=-views`,
      ),
      floor: ids.map((id) => `/among/${id}`),
    },
    {
      name: '25 of 100,000 filtered without an index, sorted, 3 fields',
      target: 2.5,
      total: 60,
      server: authors.map(
        (id) => `/bench/items/articles?limit=25&fields=id,title,views&filter[author][eq]=${id}&sort=-views`,
      ),
      floor: authors.map((id) => `/filtered/${id}`),
    },
    {
      name: 'list of 200, all fields',
      target: 1.4,
      total: 800,
      server: ['/bench/items/articles?limit=200'],
      floor: ['/list/200'],
    },
    {
      name: 'cached thumbnail, 300 × 300',
      target: 2,
      total: 6000,
      server: [thumbnail.server],
      floor: [thumbnail.floor],
    },
  ].filter(({ name }) => name.includes(only));
}

/** Keeps the ids whose articles are not hidden, and sees that both programs answer the same bytes. */
async function sameBytes(server, floor, entry) {
  const pairs = entry.server.map((path, index) => [path, entry.floor[index]]);
  const kept = [];
  for (const pair of entry.check ? pairs : pairs.slice(0, 5)) {
    const answer = await fetch(`http://127.0.0.1:${server.port}${pair[0]}`, {
      headers: { Authorization: `Bearer ${TOKEN}`, Connection: 'close' },
    });
    if (answer.status === 404) continue;
    const [a, b] = [
      await answer.text(),
      await (await fetch(`http://127.0.0.1:${floor.port}${pair[1]}`, { headers: { Connection: 'close' } })).text(),
    ];
    if (a !== b) throw new Error(`${entry.name}: the answers differ\n${a.slice(0, 400)}\n${b.slice(0, 400)}`);
    kept.push(pair);
  }
  return entry.check ? { ...entry, server: kept.map(([path]) => path), floor: kept.map(([, path]) => path) } : entry;
}

await prepare();
const server = await serve();
const floor = await start(['bench/floor.mjs', join(folder, 'databases', 'bench.db')]);
const headers = `Authorization: Bearer ${TOKEN}\r\n`;
console.log(`node ${process.version}, ${rounds} rounds, medians; CPU in ms per request`);
const thumbnail = await cachedThumbnail(`http://127.0.0.1:${server.port}`, TOKEN, join(folder, 'uploads'));
for (const raw of cases(thumbnail)) {
  const entry = await sameBytes(server, floor, raw);
  for (const connections of [1, 32]) {
    await measure(server, entry.server, connections, entry.total, headers);
    await measure(floor, entry.floor, connections, entry.total, '');
    const results = { server: [], floor: [] };
    for (let round = 0; round < rounds; round++) {
      results.server.push(await measure(server, entry.server, connections, entry.total, headers));
      results.floor.push(await measure(floor, entry.floor, connections, entry.total, ''));
    }
    const [s, f] = [results.server, results.floor].map((list) => ({
      cpu: median(list.map((r) => r.cpu)),
      rate: median(list.map((r) => r.rate)),
    }));
    const ratio = median(results.server.map((r, index) => r.cpu / results.floor[index].cpu));
    console.log(
      `${entry.name}, ${connections} connection${connections > 1 ? 's' : ''}: server ${s.cpu.toFixed(3)} ms ${Math.round(s.rate)}/s, floor ${f.cpu.toFixed(3)} ms ${Math.round(f.rate)}/s, ratio ${ratio.toFixed(2)} (target ${entry.target})`,
    );
  }
}
for (const { child } of [server, floor]) child.kill('SIGTERM');
