// Reads lists of one project, and of another while 256 connections flood the first one, and the same without a flood.
// Prints times, counts and memory.
// Usage: node bench/flood.mjs [sqlite|postgres|mysql] [seconds] [flood]. PostgreSQL and MariaDB are private servers, or the
// ones that OCTAVO_TEST_POSTGRES and OCTAVO_TEST_MYSQL name.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { random } from './data.mjs';
import { serverOf } from './engines.mjs';
import { childrenOf, end, serve } from './programs.mjs';
import { quiet } from './readers.mjs';

const [engine = 'sqlite', seconds = '8', wanted = ''] = process.argv.slice(2);
const SUPER = 'bench-super-admin-token';
const TOKEN = 'bench-static-token';
const OTHER = 'bench-other-token';
const ROWS = 100_000;
const CONNECTIONS = 256;
const WORDS = 'amber bridge canal dune ember field garden harbor island juniper kiln lantern meadow north'.split(' ');
const folder = join(import.meta.dirname, 'data', `flood-${engine}`);
const database = await serverOf(engine);
if (!database) throw new Error(`${engine} is not at hand`);

const fields = [
  { field: 'id', type: 'integer', datatype: 'INT', interface: 'primary-key', primary_key: true, auto_increment: true },
  { field: 'title', type: 'string', datatype: 'VARCHAR', length: 120 },
  { field: 'body', type: 'string', datatype: 'TEXT' },
  { field: 'views', type: 'integer', datatype: 'INT' },
];

const get = (path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`;
const post = (path, body, authorized = true) => {
  const text = JSON.stringify(body);
  const token = authorized ? `Authorization: Bearer ${TOKEN}\r\n` : '';
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\n${token}Content-Type: application/json\r\n`;
  return `${head}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};
/** The requests of each flood; the first one consists of expensive queries. */
const FLOODS = {
  expensive: [
    get('/flood/items/articles?sort=-views&limit=25'),
    get('/flood/items/articles?filter[views][gt]=9990&limit=25&meta=filter_count'),
    get('/flood/items/articles?q=zephyr&limit=25'),
  ],
  items: [get('/flood/items/articles/1'), get('/flood/items/articles/77')],
  lists: [get('/flood/items/articles?limit=200')],
  writes: [post('/flood/items/articles', { title: 'new', body: 'x'.repeat(50_000), views: 1 })],
  'sign-ins': [post('/flood/auth/authenticate', { email: 'nobody@example.com', password: 'wrong' }, false)],
  missing: [get('/flood/items/nothing'), get('/nowhere/items/articles')],
};

async function prepare(base) {
  const send = async (path, body) => {
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  };
  const next = random(7);
  const phrase = (words) => Array.from({ length: words }, () => WORDS[Math.floor(next() * WORDS.length)]).join(' ');
  for (const [project, rows] of [
    ['flood', ROWS],
    ['calm', 20_000],
  ]) {
    await send('/server/projects', {
      project,
      super_admin_token: SUPER,
      db_user: 'root',
      user_email: 'admin@example.com',
      user_password: 'bench-password',
      user_token: TOKEN,
      ...database.address,
      db_name: `bench_${project}`,
      force: true,
    });
    const other = { first_name: 'O', last_name: 'O', email: 'other@example.com', password: 'bench-password', role: 1 };
    await send(`/${project}/users`, { ...other, status: 'active', token: OTHER });
    await send(`/${project}/collections`, { collection: 'articles', fields });
    for (let done = 0; done < rows; done += 2_000) {
      const items = Array.from({ length: 2_000 }, () => ({
        title: phrase(5),
        body: phrase(40),
        views: Math.floor(next() * 10_000),
      }));
      await send(`/${project}/items/articles?activity_skip=1&fields=id`, items);
    }
    const { meta } = await ask(`${base}/${project}/items/articles?limit=1&meta=total_count`);
    if (meta.total_count !== rows) throw new Error(`The database bench_${project} has older rows. Drop it first.`);
  }
}

const ask = async (address) => (await fetch(address, { headers: { Authorization: `Bearer ${TOKEN}` } })).json();

/** Reads a path over some connections while `work` is running; returns the times in milliseconds, sorted. */
async function reading(path, token, work, connections = 3) {
  const times = [];
  const ends = Array.from({ length: connections }, () => reader(path, token, times));
  await work();
  for (const end of ends) end();
  return times.sort((a, b) => a - b);
}

/** One connection that sends the next request as soon as it has an answer; returns a function that ends it. */
function reader(path, token, times) {
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const socket = connect(port, '127.0.0.1');
  let [missing, head, begun] = [-1, '', 0];
  const send = () => {
    [missing, head, begun] = [-1, '', performance.now()];
    socket.write(request);
  };
  socket.setNoDelay(true).on('connect', send);
  socket.on('data', (chunk) => {
    if (missing < 0) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!head.startsWith('HTTP/1.1 200')) throw new Error(head.slice(0, 300));
      missing = Number(/content-length: (\d+)/i.exec(head)[1]) - (head.length - end - 4);
    } else missing -= chunk.length;
    if (missing > 0) return;
    times.push(performance.now() - begun);
    send();
  });
  return () => socket.destroy();
}

/**
 * Clients in another thread, each with its own connection, that send the next request as soon as they have an answer.
 */
class Flood {
  #counts = new Int32Array(new SharedArrayBuffer(16));
  #workers = [];

  constructor(port, requests, connections) {
    for (let thread = 0; thread < 2; thread++)
      this.#workers.push(
        new Worker(new URL('./flood-clients.mjs', import.meta.url), {
          workerData: { port, requests, connections: connections / 2, counts: this.#counts },
        }),
      );
  }

  /** The answers so far: served, refused with 503 and a pause, anything else below 500, and failures. */
  get counts() {
    const [done, refused, other, failed] = this.#counts;
    return { done, refused, other, failed };
  }

  end() {
    return Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

/**
 * The memory of the server, alone and with its children, in MB, without pages of mapped files. Querying which pages are
 * shared takes this process 20 ms, during which it reads no answers.
 */
function memoryOf(pid) {
  const mb = (id) => {
    try {
      return Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  };
  const children = childrenOf(pid);
  return { own: mb(pid), all: children.reduce((sum, id) => sum + mb(id), mb(pid)), children: children.length };
}

const at = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(1);
const say = (name, times) =>
  console.log(
    `${name}: ${times.length} reads, p50 ${at(times, 0.5)}, p99 ${at(times, 0.99)}, worst ${at(times, 1)} ms`,
  );

// A private server begins without the data that an earlier one had.
if (database.pids.length > 0 || !existsSync(join(folder, 'config', 'calm.json'))) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
const server = await serve(folder, { OCTAVO_SUPER_ADMIN_TOKEN: SUPER });
const { child, port } = server;
const base = `http://127.0.0.1:${port}`;
if (!existsSync(join(folder, 'config', 'calm.json'))) await prepare(base);
const calm = `/calm/items/articles?limit=25`;
const sorted = '/calm/items/articles?sort=-views&limit=25';
const same = `/flood/items/articles?limit=25`;
const ms = Number(seconds) * 1000;
await reading(calm, TOKEN, () => quiet(2000));
await reading(same, OTHER, () => quiet(500));
await reading(sorted, TOKEN, () => quiet(500));

/** Reads what other callers read all the time, during a flood or without one, and reports how long it took. */
async function others(when, forMs) {
  const read = {
    'lists of another project': reading(calm, TOKEN, () => quiet(forMs)),
    'sorted lists of it': reading(sorted, TOKEN, () => quiet(forMs), 1),
    'another caller of the flooded project': reading(same, OTHER, () => quiet(forMs)),
  };
  for (const [name, times] of Object.entries(read)) say(`${engine}, ${when}, ${name}`, await times);
}

for (const [name, requests] of Object.entries(FLOODS)) {
  if (wanted !== '' && !name.startsWith(wanted)) continue;
  await others('quiet', ms);
  const flood = new Flood(port, requests, CONNECTIONS);
  await quiet(1000);
  const before = flood.counts;
  let most = { own: 0, all: 0, children: 0 };
  const watch = setInterval(() => {
    const now = memoryOf(child.pid);
    if (now.all > most.all) most = now;
  }, 500);
  await others(`flood of ${name}`, ms);
  clearInterval(watch);
  const { counts } = flood;
  const rate = Object.entries(counts).map(
    ([key, count]) => `${key} ${((count - before[key]) / Number(seconds)).toFixed(1)}/s`,
  );
  console.log(
    `${rate.join(', ')}; ${Math.round(most.own)} MB, with ${most.children} children ${Math.round(most.all)} MB`,
  );
  await flood.end();
  await quiet(1500);
}
await end(server);
await database.stop();
