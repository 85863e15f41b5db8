import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { collections, makers, random, relations } from './data.mjs';
import { privateServer } from './engines.mjs';
import { isAsked } from './options.mjs';
import { cpuOf, serve, start } from './programs.mjs';

const folder = join(import.meta.dirname, 'write-data');
const TOKEN = 'bench-static-token';
const SUPER = 'bench-super-admin-token';
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

const KINDS = { create: created, update: changed };
const CONNECTIONS = [1, 64];
const TARGET = 1.7;

/** Creating and changing an article, with activity and revision, beside floors on databases of their own. */
export async function* writeCases() {
  for (const engine of [sqlite, served('PostgreSQL', 'postgres'), served('MariaDB', 'mysql')]) {
    const asked = Object.entries(KINDS).filter(([name]) => isAsked(engine.name, name));
    const opened = asked.length > 0 ? await engine.open() : null;
    if (!opened) continue;
    yield* casesOf(engine.name, opened, asked);
    await opened.stop();
  }
  rmSync(folder, { recursive: true, force: true });
}

async function* casesOf(engine, opened, asked) {
  const [server, floor] = await programsOn(opened);
  await seeSameAnswers([server, floor]);
  const measured =
    ([program, base], next, connections) =>
    () =>
      measure(program, base, next, connections);
  for (const [name, next] of asked)
    for (const connections of CONNECTIONS) {
      const sides = { server: measured(server, next, connections), floor: measured(floor, next, connections) };
      yield { engine, name, connections, target: TARGET, measure: sides };
    }
  for (const [program] of [server, floor]) await end(program);
}

const sqlite = {
  name: 'SQLite',
  open: async () => ({
    addressOf: (name) => ({ db_type: 'sqlite', db_name: name, db_user: 'bench' }),
    floor: ['sqlite', join(folder, 'floor', 'databases', 'bench_floor.db')],
    stop: async () => {},
  }),
};

/** A private server, which does not bring commits to disk for either side. */
function served(name, kind) {
  const open = async () => {
    const server = await privateServer(kind);
    if (!server) return null;
    const { db_type: type, db_host: host, db_port: port, db_user: user, db_password: password } = server.address;
    return {
      addressOf: (database) => ({ ...server.address, db_name: database }),
      floor: [type, `${type}://${user}:${password}@${host}:${port}/bench_floor`],
      stop: () => server.stop(),
    };
  };
  return { name, open };
}
