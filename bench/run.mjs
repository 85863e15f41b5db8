// Measures the server beside its floor, in turns within one run: CPU milliseconds per request and requests per second,
// over one and over 32 connections. Usage: npm run bench [-- --rounds 5], or npm run bench -- introspect
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cachedThumbnail } from './assets.mjs';
import { cases, deepCursor } from './cases.mjs';
import { drive } from './client.mjs';
import { SIZES } from './data.mjs';
import { postgresEngine, sqliteEngine } from './engines.mjs';
import { load } from './load.mjs';
import { cpuOf, serve, start } from './programs.mjs';

if (process.argv[2] === 'introspect') {
  await import('./introspect.mjs');
  process.exit();
}

const root = join(import.meta.dirname, '..');
const folder = join(root, 'bench', 'data');
const TOKEN = 'bench-static-token';
const READER = 'bench-reader-token';
const AUTHORIZED = { Authorization: `Bearer ${READER}`, Connection: 'close' };
const SUPER = 'bench-super-admin-token';
const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 5;
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : '';

/** CPU time that a process has used, in milliseconds. */
async function prepare() {
  if (existsSync(join(folder, 'loaded-for-reader'))) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = await serve(folder, { OCTAVO_SUPER_ADMIN_TOKEN: SUPER });
  const seconds = await load(`http://127.0.0.1:${server.port}`, {
    project: 'bench',
    superAdminToken: SUPER,
    token: TOKEN,
    readerToken: READER,
  });
  console.log(
    `loaded ${SIZES.articles} articles and ${SIZES.articles * SIZES.tagsPerArticle} links over HTTP in ${seconds.toFixed(1)} s`,
  );
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  mkdirSync(join(folder, 'loaded-for-reader'));
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** CPU per request and requests per second of one program. */
async function measure(program, paths, connections, total, headers) {
  const before = cpuOf(program);
  const rate = await drive(program.port, paths, { connections, total, headers });
  return { cpu: (cpuOf(program) - before) / total, rate };
}

/** Keeps the ids whose articles are not hidden, and sees that both programs answer the same bytes. */
async function sameBytes(server, floor, entry) {
  const pairs = entry.server.map((path, index) => [path, entry.floor[index]]);
  const kept = [];
  for (const pair of entry.check ? pairs : pairs.slice(0, 5)) {
    const answer = await fetch(`http://127.0.0.1:${server.port}${pair[0]}`, {
      headers: AUTHORIZED,
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

/** An image that was made before and lies in the storage. */
const THUMBNAIL = [
  {
    name: 'cached thumbnail, 300 × 300',
    target: 2,
    total: 6000,
    make: async (base, uploads, project) => {
      const { server, floor } = await cachedThumbnail(base, TOKEN, uploads, project);
      return { server: [server], floor: [floor] };
    },
  },
];

async function measureEngine({ name, data, project = 'bench', floor: given }) {
  const server = await serve(data, { OCTAVO_SUPER_ADMIN_TOKEN: SUPER });
  const floor = await start(['bench/floor.mjs', ...given]);
  const ask = async (path) => (await fetch(urlOf(server, project, path), { headers: AUTHORIZED })).json();
  const after = await deepCursor((path) => ask(path));
  const asked = [...cases(after), ...THUMBNAIL].filter((entry) => `${name} ${entry.name}`.includes(only));
  for (const raw of asked) {
    const { make = async () => raw } = raw;
    const made = await make(`http://127.0.0.1:${server.port}`, join(data, 'uploads'), project);
    const own = {
      ...raw,
      server: made.server.map((path) => path.replace('/bench/', `/${project}/`)),
      floor: made.floor,
    };
    const entry = await sameBytes(server, floor, own);
    for (const connections of [1, 32])
      report(name, entry, connections, await inTurns(server, floor, entry, connections));
  }
  for (const { child } of [server, floor]) child.kill('SIGTERM');
  await Promise.all([server, floor].map(({ child }) => child.exitCode ?? once(child, 'exit')));
}

const urlOf = ({ port }, project, path) => `http://127.0.0.1:${port}${path.replace('/bench/', `/${project}/`)}`;

async function inTurns(server, floor, entry, connections) {
  const headers = `Authorization: Bearer ${READER}\r\n`;
  const total = Math.max(entry.total, connections);
  const results = { server: [], floor: [] };
  for (let round = -1; round < rounds; round++) {
    const pair = {
      server: await measure(server, entry.server, connections, total, headers),
      floor: await measure(floor, entry.floor, connections, total, ''),
    };
    // The first round warms up.
    if (round >= 0) for (const side of ['server', 'floor']) results[side].push(pair[side]);
  }
  return results;
}

function report(engine, { name, target }, connections, { server, floor }) {
  const [s, f] = [server, floor].map((list) => ({
    cpu: median(list.map((r) => r.cpu)),
    rate: median(list.map((r) => r.rate)),
  }));
  const ratio = median(server.map((r, index) => r.cpu / floor[index].cpu));
  console.log(
    `| ${engine} | ${name} | ${connections} | ${s.cpu.toFixed(3)} | ${f.cpu.toFixed(3)} | ${ratio.toFixed(2)} | ${target} | ${Math.round(s.rate)} | ${Math.round(f.rate)} |`,
  );
}

await prepare();
console.log(`node ${process.version}, ${rounds} rounds, medians; CPU in ms per request, rates in requests per second`);
console.log(
  '| Engine | Case | Connections | Server | Floor | Ratio | Target | Server/s | Floor/s |\n|---|---|---|---|---|---|---|---|---|',
);
if (!only.startsWith('PostgreSQL')) await measureEngine(sqliteEngine(folder));
const copy = only.startsWith('SQLite') ? null : await postgresEngine(folder);
if (copy) await measureEngine(copy).finally(copy.stop);
