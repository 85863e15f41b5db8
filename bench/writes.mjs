// Measures writes of the server beside their floor, in turns, each on a database of its own: CPU milliseconds per write
// and writes per second, over one and over 64 connections. Usage: node bench/writes.mjs [--rounds 5]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { collections, makers, random, relations } from './data.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'bench', 'write-data');
const TOKEN = 'bench-static-token';
const SUPER = 'bench-super-admin-token';
const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 5;
const TICK_MS = 10;
/** Over one connection each write waits for the disk. */
const totalOf = (connections) => (connections === 1 ? 300 : 1500);

async function start(args) {
  const env = { ...process.env, OCTAVO_SUPER_ADMIN_TOKEN: SUPER };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  let printed = '';
  while (!/(\d{4,5})\s*$/m.test(printed)) printed += String((await once(child.stdout, 'data'))[0]);
  child.stdout.resume();
  return { child, port: Number(/(\d{4,5})\s*$/m.exec(printed)[1]) };
}

function cpu({ child }) {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

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
  const before = cpu(program);
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
  return { cpu: (cpu(program) - before) / total, rate: total / ((performance.now() - started) / 1000) };
}

async function prepare(port) {
  const agent = new Agent();
  await send(port, agent, 'POST', '/server/projects', {
    project: 'bench',
    super_admin_token: SUPER,
    db_type: 'sqlite',
    db_name: 'bench',
    db_user: 'bench',
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

async function serverIn(name) {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  const server = await start(['dist/main.js', 'serve', '--data', path, '--port', '0', '--log-level', 'silent']);
  await prepare(server.port);
  return { server, file: join(path, 'databases', 'bench.db') };
}

rmSync(folder, { recursive: true, force: true });
const { server } = await serverIn('server');
const beside = await serverIn('floor');
beside.server.child.kill('SIGTERM');
await once(beside.server.child, 'exit');
const floor = await start(['bench/write-floor.mjs', beside.file]);
const programs = [
  [server, '/bench/items/articles'],
  [floor, '/articles'],
];
const without = (text) => text.replace(/"id":\d+,/, '');
const same = created();
const answers = await Promise.all(
  programs.map(([program, base]) => send(program.port, new Agent(), 'POST', base, same.item)),
);
if (without(answers[0]) !== without(answers[1])) throw new Error(`the answers differ\n${answers.join('\n')}`);
console.log(`node ${process.version}, ${rounds} rounds, medians; CPU in ms per write`);
for (const [name, next] of [
  ['create', created],
  ['update', changed],
]) {
  for (const connections of [1, 64]) {
    const results = [[], []];
    for (const [program, base] of programs) await measure(program, base, next, connections);
    for (let round = 0; round < rounds; round++)
      for (const [index, [program, base]] of programs.entries())
        results[index].push(await measure(program, base, next, connections));
    const [s, f] = results.map((list) => ({
      cpu: median(list.map((each) => each.cpu)),
      rate: median(list.map((each) => each.rate)),
    }));
    const ratio = median(results[0].map((each, index) => each.cpu / results[1][index].cpu));
    console.log(
      `${name}, ${connections} connections: server ${s.cpu.toFixed(3)} ms ${Math.round(s.rate)}/s, floor ${f.cpu.toFixed(3)} ms ${Math.round(f.rate)}/s, ratio ${ratio.toFixed(2)} (target 2.5)`,
    );
  }
}
for (const { child } of [server, floor]) child.kill('SIGTERM');
rmSync(folder, { recursive: true, force: true });
