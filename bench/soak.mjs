#!/usr/bin/env node
// Sends typical requests for a long time, and prints the memory of the server with its children.
// Usage: node bench/soak.mjs [minutes] [requests per second] [flag of Node for the server …]
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { random } from './data.mjs';
import { cpuOf, start } from './programs.mjs';
import { quiet } from './readers.mjs';

const [minutes = '60', rate = '50', ...flags] = process.argv.slice(2);
const SUPER = 'bench-super-admin-token';
const TOKEN = 'bench-static-token';
const MINUTE = 60_000;
const MAX_OPEN = 8;
const WORDS = 'amber bridge canal dune ember field garden harbor island juniper kiln lantern meadow north'.split(' ');
const data = join(import.meta.dirname, 'data', 'soak');

rmSync(data, { recursive: true, force: true });
const env = { OCTAVO_SUPER_ADMIN_TOKEN: SUPER };
const program = await start([...flags, 'dist/main.js', 'serve', '--data', data, '--port', '0'], env);
const server = `http://127.0.0.1:${program.port}`;
const base = `${server}/soak`;
const next = random(11);
const below = (count) => Math.floor(next() * count);
const word = () => WORDS[below(WORDS.length)];
const counts = { requests: 0, failed: 0 };

/** Sends a request and reads the complete answer; returns its JSON, if it is JSON. */
async function send(method, path, body) {
  const headers = { Authorization: `Bearer ${TOKEN}`, ...(body && !(body instanceof FormData) && JSON_BODY) };
  const sent = body instanceof FormData || body === undefined ? body : JSON.stringify(body);
  const answer = await fetch(base + path, { method, headers, body: sent });
  counts.requests++;
  if (answer.status >= 400 && answer.status !== 404) await failed(answer.clone(), path);
  const isJson = answer.headers.get('content-type')?.includes('json');
  return isJson ? answer.json() : void (await answer.arrayBuffer());
}
/** Prints the first failures. */
async function failed(answer, path) {
  if (++counts.failed <= 5) console.error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
}
const JSON_BODY = { 'Content-Type': 'application/json' };

async function createAndDelete() {
  const created = await send('POST', '/items/articles', { title: `${word()} ${word()}`, body: phrase(80) });
  if (created?.data?.id && below(4) > 0) await send('DELETE', `/items/articles/${created.data.id}`);
}

async function upload() {
  const form = new FormData();
  const bytes = Uint8Array.from({ length: 200_000 }, () => below(256));
  form.set('file', new Blob([bytes], { type: 'application/octet-stream' }), `${word()}.bin`);
  const file = await send('POST', '/files', form);
  if (file?.data?.id) await send('DELETE', `/files/${file.data.id}`);
}

const ID = { field: 'id', type: 'integer', datatype: 'INT', primary_key: true, auto_increment: true };
const text = (field) => ({ field, type: 'string', datatype: 'VARCHAR', length: 200, interface: 'text-input' });
const list = (length, make) => Array.from({ length }, make);
const phrase = (words) => list(words, word).join(' ');

/** The kinds of requests, with their relative frequencies. */
const KINDS = [
  [20, () => send('GET', `/items/articles/${1 + below(40)}?fields=*.*`)],
  [20, () => send('GET', `/items/articles?limit=25&offset=${below(20)}&fields=*,author.name&sort=-id`)],
  [10, () => send('GET', `/items/articles?q=${word()}&limit=25&meta=*`)],
  [10, () => send('GET', `/items/articles?filter[title][contains]=${word()}${below(1000)}`)],
  [8, createAndDelete],
  [8, () => send('PATCH', `/items/articles/${1 + below(20)}`, { title: `${word()} ${word()} ${below(1e6)}` })],
  [4, () => send('POST', '/auth/authenticate', { email: 'admin@example.com', password: 'bench-password' })],
  [4, () => send('POST', '/graphql', { query: `{ articles(limit: ${1 + below(20)}) { id title } }` })],
  [4, () => send('GET', '/activity?limit=50&sort=-id')],
  [3, () => send('GET', '/items/articles?limit=-1&export=csv')],
  [2, () => send('GET', '/openapi.json')],
  [2, upload],
  [1, () => send('GET', `/items/nothing${below(1000)}`)],
];
const TABLE = KINDS.flatMap(([weight, kind]) => Array.from({ length: weight }, () => kind));

/** The resident memory of the server and its children, in MB. */
function memory() {
  const { pid } = program.child;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return [pid, ...children].map(residentOf).map((kilobytes) => Math.round((kilobytes * 1024) / 1e6));
}

function residentOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
  } catch {
    return 0;
  }
}

/** Sends requests at a constant rate; on a busy machine, as many as are answered. */
async function load(until) {
  const pause = 1000 / Number(rate);
  let open = 0;
  for (let due = performance.now(); due < until; due += pause) {
    await quiet(Math.max(0, due - performance.now()));
    if (open >= MAX_OPEN) continue;
    open++;
    void TABLE[below(TABLE.length)]()
      .catch(() => counts.failed++)
      .finally(() => open--);
  }
}

/** A project with 2,000 articles of 40 authors. */
async function prepare() {
  const project = { project: 'soak', super_admin_token: SUPER, db_type: 'sqlite', db_name: 'soak', user_token: TOKEN };
  const admin = { user_email: 'admin@example.com', user_password: 'bench-password' };
  const created = await fetch(`${server}/server/projects`, {
    method: 'POST',
    headers: JSON_BODY,
    body: JSON.stringify({ ...project, ...admin }),
  });
  if (!created.ok) throw new Error(await created.text());
  await send('POST', '/collections', { collection: 'authors', fields: [ID, text('name')] });
  const author = { field: 'author', type: 'm2o', datatype: 'INT', interface: 'many-to-one' };
  const fields = [
    ID,
    text('title'),
    { field: 'body', type: 'string', datatype: 'TEXT', interface: 'textarea' },
    author,
  ];
  await send('POST', '/collections', { collection: 'articles', fields });
  const relation = { collection_many: 'articles', field_many: 'author', collection_one: 'authors', field_one: null };
  await send('POST', '/relations', relation);
  await send(
    'POST',
    '/items/authors',
    list(40, () => ({ name: word() })),
  );
  await send(
    'POST',
    '/items/articles',
    list(2_000, () => ({ title: phrase(4), body: phrase(80), author: 1 + below(40) })),
  );
  if (counts.failed > 0) throw new Error('the project could not be prepared');
}

await prepare();
const begun = performance.now();
const samples = [];
const watch = setInterval(() => samples.push(memory()), 10_000);
const report = setInterval(() => {
  const [server, ...children] = samples.at(-1) ?? [0];
  const elapsed = Math.round((performance.now() - begun) / MINUTE);
  console.log(
    `${elapsed} min: server ${server} MB, children ${children.join(' + ') || 0} MB, ${counts.requests} requests`,
  );
}, MINUTE);
await load(begun + Number(minutes) * MINUTE);
clearInterval(watch);
clearInterval(report);

const most = (part) => Math.max(...part.map(([server]) => server));
const third = Math.ceil(samples.length / 3);
const [early, middle, late] = [0, 1, 2].map((each) => most(samples.slice(each * third, (each + 1) * third)));
console.log(
  `most memory of the server by thirds: ${early}, ${middle}, ${late} MB; with children ${Math.max(...samples.map((all) => all.reduce((sum, one) => sum + one, 0)))} MB`,
);
console.log(`${counts.requests} requests, ${counts.failed} failed, ${Math.round(cpuOf(program) / 1000)} s of CPU`);
program.child.kill('SIGTERM');
