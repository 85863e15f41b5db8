// Compares how long it takes to refuse a wrong password for a known and for an unknown address, and to answer a request for
// a new password. Also reads lists while sign-ins arrive, and without them.
// Usage: node bench/sign-in.mjs [sqlite|mysql|postgres] [--pairs 500] [--requests 100] [--seconds 20] [--only pairs|requests|p99]
//
// No account may be suspended or slowed down meanwhile, since refusals for known addresses would change halfway. So the
// project has limits in its section `rate_limit` that cannot be reached, and its setting `login_attempts_allowed` is empty.
// A new password is requested once for each known address, so that the limit of mails per address is never reached. Mails
// go to the log, which is silent.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverOf } from './engines.mjs';
import { serve } from './programs.mjs';
import { quiet, reading, show } from './readers.mjs';

const engine = ['mysql', 'postgres'].find((name) => process.argv.includes(name)) ?? 'sqlite';
const given = (name, otherwise) =>
  process.argv[process.argv.indexOf(`--${name}`) + 1 || process.argv.length] ?? otherwise;
const [pairs, requests, seconds] = [given('pairs', 500), given('requests', 100), given('seconds', 20)].map(Number);
const only = given('only', '');
const TOKEN = 'bench-static-token';
const SUPER = 'bench-super-admin-token';
const PASSWORD = 'Bench-Secret-1';
const PER_SECOND = 50;
const OUT_OF_REACH = { limit: 1_000_000_000, interval: 60 };

const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
const database = await serverOf(engine);
if (!database) throw new Error(`${engine} is not at hand`);
const { child, port } = await serve(folder, { OCTAVO_SUPER_ADMIN_TOKEN: SUPER });
const base = `http://127.0.0.1:${port}`;

async function send(method, path, body, token) {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  const answer = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, text: await answer.text() };
}

async function asAdministrator(method, path, body) {
  const { status, text } = await send(method, path, body, TOKEN);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return text === '' ? null : JSON.parse(text).data;
}

const known = (index) => `known${index}@example.com`;
const unknown = (index) => `nobody${index}@example.com`;

async function prepare() {
  await asAdministrator('POST', '/server/projects', {
    project: 'people',
    super_admin_token: SUPER,
    db_name: 'people',
    db_user: 'root',
    user_email: 'admin@example.com',
    user_password: PASSWORD,
    user_token: TOKEN,
    mail: { transport: 'log' },
    rate_limit: { account: OUT_OF_REACH, account_anywhere: OUT_OF_REACH, address: OUT_OF_REACH },
    ...database.address,
  });
  const [setting] = await asAdministrator('GET', '/people/settings?filter[key]=login_attempts_allowed');
  await asAdministrator('PATCH', `/people/settings/${setting.id}`, { value: '' });
  const { id: role } = await asAdministrator('POST', '/people/roles', { name: 'Reader' });
  for (let index = 0; index < Math.max(requests, PER_SECOND); index++) {
    const person = { first_name: 'Known', last_name: 'Known', email: known(index), password: PASSWORD };
    await asAdministrator('POST', '/people/users', { ...person, status: 'active', role });
  }
  const key = { field: 'id', type: 'integer', datatype: 'INT', length: 10, primary_key: true, auto_increment: true };
  const title = { field: 'title', type: 'string', datatype: 'VARCHAR', length: 100 };
  await asAdministrator('POST', '/people/collections', { collection: 'notes', fields: [key, title] });
  const notes = Array.from({ length: 1000 }, (_, index) => ({ title: `note ${index}` }));
  await asAdministrator('POST', '/people/items/notes', notes);
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function timed(path, body, expected) {
  const begun = performance.now();
  const answer = await send('POST', path, body);
  const time = performance.now() - begun;
  if (answer.status !== expected) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return { time, text: answer.text };
}

/** Sends requests for a known and an unknown address alternately; each comes first in half of the pairs. */
async function compare(name, count, ask) {
  const times = { known: [], unknown: [] };
  const words = new Set();
  for (let index = -5; index < count; index++) {
    const order = index % 2 === 0 ? ['known', 'unknown'] : ['unknown', 'known'];
    for (const who of order) {
      const { time, text } = await ask(who, Math.max(0, index));
      words.add(text);
      if (index >= 0) times[who].push(time);
    }
  }
  const [one, other] = [median(times.known), median(times.unknown)];
  const difference = (one - other).toFixed(3);
  console.log(
    `${name}: ${count} pairs, known ${one.toFixed(2)} ms, unknown ${other.toFixed(2)} ms, difference ${difference} ms; ` +
      `${words.size === 1 ? 'all answers are equal' : `answers differ: ${[...words].join(' ')}`}`,
  );
}

const refused = (who, index) => {
  const email = who === 'known' ? known(0) : unknown(index);
  return timed('/people/auth/authenticate', { email, password: 'wrong' }, 404);
};
const requested = (who, index) =>
  timed('/people/auth/password/request', { email: who === 'known' ? known(index) : unknown(index) }, 200);

/** Sign-ins arrive independently of how long earlier ones take. */
async function arrivals() {
  const counts = {};
  const signIn = async (body) => {
    const status = await send('POST', '/people/auth/authenticate', body).then(
      (answer) => answer.status,
      () => 'lost',
    );
    counts[status] = (counts[status] ?? 0) + 1;
  };
  const under = [];
  for (let index = 0; index < PER_SECOND * seconds; index++) {
    under.push(signIn({ email: known(index % PER_SECOND), password: PASSWORD }));
    await quiet(1000 / PER_SECOND);
  }
  await Promise.all(under);
  console.log(`sign-ins by status: ${JSON.stringify(counts)}`);
}

await prepare();
console.log(`${engine}, node ${process.version}`);
if (!only || only === 'pairs') await compare('wrong passwords', pairs, refused);
if (!only || only === 'requests') await compare('requests of a new password', requests, requested);
if (!only || only === 'p99') {
  const list = `${base}/people/items/notes?limit=25`;
  await reading(list, TOKEN, () => quiet(3000));
  show('quiet', await reading(list, TOKEN, () => quiet(seconds * 1000)));
  show(`${PER_SECOND} sign-ins a second`, await reading(list, TOKEN, arrivals));
}
child.kill('SIGTERM');
await once(child, 'exit');
await database.stop();
rmSync(folder, { recursive: true, force: true });
