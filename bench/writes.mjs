import { mkdirSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { collections, makers, random, relations } from './data.mjs';
import { serverAside } from './engines.mjs';
import { isAsked } from './options.mjs';
import { end, keepApart, serve, start } from './programs.mjs';

const folder = join(import.meta.dirname, 'write-data');
const TOKEN = 'bench-static-token';
const SUPER = 'bench-super-admin-token';
const ITEMS = '/bench/items/articles';
/** The number of articles to change. */
const CHANGED = 1000;
/** Sends a request and returns the body of the answer. */
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
  path: `/${1 + (index % CHANGED)}`,
  item: { title: `changed ${index}`, views: index },
});

/** Makes every write change something, in every round. */
let written = 0;

/** Sends writes over some connections for some milliseconds, at least one on each. Returns their number. */
async function drive(port, base, next, connections, ms) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + ms;
  let sent = 0;
  const worker = async () => {
    do {
      sent++;
      const { method, path, item } = next(written++);
      await send(port, agent, method, `${base}${path}`, item);
    } while (performance.now() < until);
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return sent;
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
  const articles = Array.from({ length: CHANGED }, () => created().item);
  await send(port, agent, 'POST', `${ITEMS}?activity_skip=1`, articles);
}

const serveIn = (name) => serve(join(folder, name), { OCTAVO_SUPER_ADMIN_TOKEN: SUPER });

/** Creates databases for the server and for its floor. */
async function prepareBoth({ addressOf }) {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['server', 'floor']) {
    mkdirSync(join(folder, name), { recursive: true });
    const server = await serveIn(name);
    await prepare(server.port, addressOf(`bench_${name}`));
    await end(server);
  }
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
/** The longer warm-up time: even at a thousand writes a second, it takes long until all of their code is compiled. */
const WARM_MS = 5_000;

/** Creating and changing an article, with activity and revision, with floors on separate databases. */
export async function* writeSettings() {
  for (const engine of [sqlite, served('PostgreSQL', 'postgres'), served('MariaDB', 'mysql')]) {
    const asked = Object.entries(KINDS).filter(([name]) => isAsked(engine.name, name));
    const opened = asked.length > 0 ? await engine.open() : null;
    if (!opened) continue;
    await prepareBoth(opened);
    yield { warmMs: WARM_MS, open: () => programsOf(engine.name, opened, asked) };
    await opened.stop();
  }
  rmSync(folder, { recursive: true, force: true });
}

async function programsOf(engine, { floor: given }, asked) {
  const server = await serveIn('server');
  const floor = await start(['bench/write-floor.mjs', ...given]);
  const letGo = keepApart(server, floor);
  await seeSameAnswers([
    [server, ITEMS],
    [floor, '/articles'],
  ]);
  const side = (program, base, next, connections) => ({
    program,
    drive: (ms) => drive(program.port, base, next, connections, ms),
  });
  const cases = asked.flatMap(([name, next]) =>
    CONNECTIONS.map((connections) => ({
      engine,
      name,
      connections,
      target: TARGET,
      server: side(server, ITEMS, next, connections),
      floor: side(floor, '/articles', next, connections),
    })),
  );
  return {
    cases,
    end: () => {
      letGo();
      return Promise.all([server, floor].map(end));
    },
  };
}

const sqlite = {
  name: 'SQLite',
  open: async () => ({
    addressOf: (name) => ({ db_type: 'sqlite', db_name: name, db_user: 'bench' }),
    floor: ['sqlite', join(folder, 'floor', 'databases', 'bench_floor.db')],
    stop: async () => {},
  }),
};

/** A private server, which does not sync commits to disk for either side. */
function served(name, kind) {
  const open = async () => {
    const server = await serverAside(kind);
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
