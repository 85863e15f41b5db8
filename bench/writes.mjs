// Measures writes of the server beside their floor, in turns, each on a database of its own: CPU milliseconds per write
// and writes per second, over one and over 64 connections.
// Usage: node bench/writes.mjs [--rounds 5] [--only SQLite|PostgreSQL|MariaDB]
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { collections, makers, random, relations } from './data.mjs';
import { privateServer } from './engines.mjs';
import { cpuOf, serve, start } from './programs.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'bench', 'write-data');
const TOKEN = 'bench-static-token';
const SUPER = 'bench-super-admin-token';
const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 5;
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : '';
/** Over one connection each write waits for the disk. There are enough for what runs often to be compiled. */
const totalOf = (connections) => (connections === 1 ? 1000 : 6000);

/** Sends a request and answers its body. */
function send(port, agent, method, path, item) {
  return new Promise((done, fail) => {
    const body = JSON.stringify(item);
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Authorization: `Bearer ${TOKEN}`,
    };
    const sending = request({ port, host: '127.0.0.1', agent, method, path, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => (answer.statusCode === 200 ? done(text) : fail(new Error(text.slice(0, 400)))));
    });
    sending.on('error', fail);
    sending.end(body);
  });
}

const make = makers(random(11));
const created = () => ({ method: 'POST', path: '', item: { ...make.articles(0), status: 'published' } });
const changed = (index) => ({
  method: 'PATCH',
  path: `/${1 + (index % 1000)}`,
  item: { title: `changed ${index}`, views: index },
});

async function measure(program, base, next, connections) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const before = cpuOf(program);
  const total = totalOf(connections);
  const started = performance.now();
  let sent = 0;
  const worker = async () => {
    while (sent < total) {
      const { method, path, item } = next(sent++);
      await send(program.port, agent, method, `${base}${path}`, item);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return { cpu: (cpuOf(program) - before) / total, rate: total / ((performance.now() - started) / 1000) };
}

async function prepare(port, address) {
  const agent = new Agent();
  await send(port, agent, 'POST', '/server/projects', {
    project: 'bench',
    super_admin_token: SUPER,
    ...address,
    user_email: 'admin@example.com',
    user_password: 'bench-password',
    user_token: TOKEN,
  });
  for (const collection of collections) await send(port, agent, 'POST', '/bench/collections', collection);
  for (const relation of relations) await send(port, agent, 'POST', '/bench/relations', relation);
  const authors = Array.from({ length: 1000 }, (_, index) => make.authors(index));
  await send(port, agent, 'POST', '/bench/items/authors?activity_skip=1', authors);
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function serverIn(path, address) {
  mkdirSync(path, { recursive: true });
  const server = await serve(path, { OCTAVO_SUPER_ADMIN_TOKEN: SUPER });
  await prepare(server.port, address);
  return server;
}

async function end({ child }) {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}

/** The server and its floor, each with a database of its own. */
async function programsOn({ addressOf, floor }) {
  rmSync(folder, { recursive: true, force: true });
  const server = await serverIn(join(folder, 'server'), addressOf('bench_server'));
  await end(await serverIn(join(folder, 'floor'), addressOf('bench_floor')));
  return [
    [server, '/bench/items/articles'],
    [await start(['bench/write-floor.mjs', ...floor]), '/articles'],
  ];
}

const without = (text) => text.replace(/"id":\d+,/, '');

async function seeSameAnswers(programs) {
  const { item } = created();
  const answers = await Promise.all(
    programs.map(([program, base]) => send(program.port, new Agent(), 'POST', base, item)),
  );
  if (without(answers[0]) !== without(answers[1])) throw new Error(`the answers differ\n${answers.join('\n')}`);
}

async function inTurns(programs, next, connections) {
  const results = [[], []];
  // The first round warms up.
  for (let round = -1; round < rounds; round++)
    for (const [index, [program, base]] of programs.entries()) {
      const result = await measure(program, base, next, connections);
      if (round >= 0) results[index].push(result);
    }
  return results;
}

function report(engine, name, connections, results) {
  const [s, f] = results.map((list) => ({
    cpu: median(list.map((each) => each.cpu)),
    rate: median(list.map((each) => each.rate)),
  }));
  const ratio = median(results[0].map((each, index) => each.cpu / results[1][index].cpu));
  console.log(
    `| ${engine} | ${name} | ${connections} | ${s.cpu.toFixed(3)} | ${f.cpu.toFixed(3)} | ${ratio.toFixed(2)} | ${Math.round(s.rate)} | ${Math.round(f.rate)} |`,
  );
}

async function measureOn(engine) {
  const programs = await programsOn(engine);
  await seeSameAnswers(programs);
  for (const [name, next] of [
    ['create', created],
    ['update', changed],
  ])
    for (const connections of [1, 64])
      report(engine.name, name, connections, await inTurns(programs, next, connections));
  for (const [program] of programs) await end(program);
}

const file = join(folder, 'floor', 'databases', 'bench_floor.db');
const sqlite = {
  name: 'SQLite',
  addressOf: (name) => ({ db_type: 'sqlite', db_name: name, db_user: 'bench' }),
  floor: ['sqlite', file],
};

/** Commits on private servers are not brought to disk, on neither side. */
function served(name, { address }) {
  const { db_type: type, db_host: host, db_port: port, db_user: user, db_password: password } = address;
  return {
    name,
    addressOf: (database) => ({ ...address, db_name: database }),
    floor: [type, `${type}://${user}:${password}@${host}:${port}/bench_floor`],
  };
}

console.log(`node ${process.version}, ${rounds} rounds, medians; CPU in ms per write; the target is a ratio of 2.5`);
console.log(
  '| Engine | Case | Connections | Server | Floor | Ratio | Server/s | Floor/s |\n|---|---|---|---|---|---|---|---|',
);
if ('SQLite'.startsWith(only)) await measureOn(sqlite);
for (const [name, kind] of [
  ['PostgreSQL', 'postgres'],
  ['MariaDB', 'mysql'],
]) {
  const server = name.startsWith(only) ? await privateServer(kind) : null;
  if (server) await measureOn(served(name, server)).finally(server.stop);
}
rmSync(folder, { recursive: true, force: true });
