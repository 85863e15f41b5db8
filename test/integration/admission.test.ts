import { get } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { noteFields } from '../support/fields.ts';
import { addNotes, harnessOn, onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN, createTestProject, type TestProject } from '../support/project.ts';

/** Holds back the reads of a project's notes until the returned function is called. */
async function holdReads({ server, key }: TestProject): Promise<() => void> {
  const opened = await server.app.registry.find(key);
  if (!opened) throw new Error('the project is not there');
  const all = opened.database.all.bind(opened.database);
  let release: () => void = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  const spy = vi.spyOn(opened.database, 'all').mockImplementation(async (statement) => {
    if (/FROM "notes"/.test(statement.text)) await held;
    return all(statement);
  });
  return () => {
    spy.mockRestore();
    release();
  };
}

/** How many reads of a project's notes are held back. */
async function heldReads({ server, key }: TestProject): Promise<number> {
  const opened = await server.app.registry.find(key);
  const calls = opened ? vi.mocked(opened.database.all).mock.calls : [];
  return calls.filter(([{ text }]) => /FROM "notes"/.test(text)).length;
}

const { server, project, prepare } = harnessOn('sqlite');
/** For one caller, three requests are handled at a time, and three wait. */
prepare(() => ({ server: { maxProjectRequests: 4, maxProjectWaiting: 4 } }));
const OTHER = 'another-token';
beforeAll(async () => {
  await addNotes(project);
  const person = { first_name: 'a', last_name: 'b', email: 'a@example.com', password: 'Secret-123', role: 1 };
  await project.ask('POST', '/users', { ...person, status: 'active', token: OTHER });
  for (const token of [ADMIN_TOKEN, OTHER]) await project.ask('GET', '/items/notes', undefined, token);
});

/** Makes each list a different one, since responses are cached. */
let lists = 0;

/** Requests the notes on a connection of its own; returns the status, the Retry-After time, and the body. */
function list(
  token = ADMIN_TOKEN,
): Promise<{ readonly status: number; readonly pause: string | undefined; readonly text: string }> {
  const headers = { Authorization: `Bearer ${token}` };
  return new Promise((done, fail) => {
    get(
      `${server.base}/${project.key}/items/notes?limit=${100 + lists++}`,
      { agent: false, headers },
      async (answer) => {
        const text = Buffer.concat(await answer.toArray()).toString();
        done({ status: answer.statusCode ?? 0, pause: answer.headers['retry-after'], text });
      },
    ).on('error', fail);
  });
}

/** Sends this many requests; resolves when they have arrived. */
async function sent<T>(count: number, ask: () => T): Promise<T[]> {
  let left = count;
  const arrived = new Promise<void>((done) => {
    const arrive = (): void => {
      if (--left > 0) return;
      server.app.http.server.off('request', arrive);
      done();
    };
    server.app.http.server.on('request', arrive);
  });
  const asked = Array.from({ length: count }, ask);
  await arrived;
  return asked;
}

/** As many lists as the server accepts from one caller; resolves when they have arrived. */
const filled = (token = ADMIN_TOKEN): Promise<ReturnType<typeof list>[]> => sent(6, () => list(token));

/** Writes a note; returns the status, and whether the framework was bypassed. */
async function write(title: string): Promise<{ readonly status: number; readonly isDirect: boolean }> {
  const headers = { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ title });
  const answer = await fetch(`${server.base}/${project.key}/items/notes`, { method: 'POST', headers, body });
  return { status: answer.status, isDirect: answer.headers.get('server-timing')?.startsWith('work;') === true };
}

const notesTitled = async (title: string): Promise<number> =>
  (await project.read<unknown[]>(`/items/notes?filter[title][eq]=${title}`)).length;

const statusesOf = async (asked: readonly ReturnType<typeof list>[]): Promise<number[]> =>
  (await Promise.all(asked)).map(({ status }) => status);
const SERVED = Array.from({ length: 6 }, () => 200);

it('answers 503 at once to requests that can neither start nor wait, and serves the rest', async () => {
  const release = await holdReads(project);
  const asked = await filled();
  const { status, pause, text } = await list();
  expect([status, pause, JSON.parse(text)]).toMatchObject([503, '1', { error: { code: 11 } }]);
  release();
  expect(await statusesOf(asked)).toEqual(SERVED);
});

it('keeps room for other callers, other projects, sign-ins and pings', async () => {
  const calm = await createTestProject(server, {});
  await addNotes(calm);
  const release = await holdReads(project);
  const asked = await filled();
  const ping = await fetch(`${server.base}/server/ping`);
  const signIn = await project.ask(
    'POST',
    '/auth/authenticate',
    { email: 'a@example.com', password: 'Secret-123' },
    null,
  );
  const others = await calm.ask('GET', '/items/notes');
  const users = await project.ask('GET', '/users', undefined, OTHER);
  expect([ping.status, signIn.status, others.status, users.status]).toEqual([200, 200, 200, 200]);
  release();
  expect(await statusesOf(asked)).toEqual(SERVED);
});

it.each([
  ['a write', 'POST', '/items/notes', { title: 'one more' }],
  ['a GraphQL query', 'POST', '/gql', { query: '{ notes { items { id } } }' }],
  ['a path that is not there', 'POST', '/nothing/here', {}],
  ['a SCIM request', 'GET', '/scim/v2/Users', undefined],
])('refuses %s like any other request', async (_, method, path, body) => {
  const release = await holdReads(project);
  const asked = await filled();
  expect((await project.ask(method, path, body)).status).toBe(503);
  release();
  expect(await statusesOf(asked)).toEqual(SERVED);
});

it('makes a short write of a known client wait for a slot, and answers it without the framework', async () => {
  await expect.poll(async () => (await write('known')).isDirect).toBe(true);
  const release = await holdReads(project);
  const asked = await sent(3, () => list());
  const [waiting] = await sent(1, () => write('late'));
  release();
  expect(await waiting).toEqual({ status: 200, isDirect: true });
  expect(await statusesOf(asked)).toEqual([200, 200, 200]);
  expect(await notesTitled('late')).toBe(1);
});

it("writes nothing for a known client whose request is displaced by another caller's", async () => {
  await expect.poll(async () => (await write('known')).isDirect).toBe(true);
  const release = await holdReads(project);
  const others = await sent(1, () => list(OTHER));
  const asked = await sent(3, () => list());
  await expect.poll(() => heldReads(project)).toBe(4);
  asked.push(...(await sent(2, () => list())));
  const [displaced] = await sent(1, () => write('displaced'));
  others.push(...(await sent(2, () => list(OTHER))));
  expect(await displaced).toEqual({ status: 503, isDirect: false });
  release();
  expect(await statusesOf([...asked, ...others])).toEqual([...SERVED, 200, 200]);
  expect(await notesTitled('displaced')).toBe(0);
});

it('gives a caller one share of the slots while its token is being verified', async () => {
  await project.ask('PATCH', '/users/1', { token: 'a-new-token' });
  const release = await holdReads(project);
  const asked = await filled('a-new-token');
  expect((await list('a-new-token')).status).toBe(503);
  const users = await project.ask('GET', '/users', undefined, OTHER);
  expect(users.status).toBe(200);
  release();
  expect(await statusesOf(asked)).toEqual(SERVED);
  await project.ask('PATCH', '/users/1', { token: ADMIN_TOKEN }, 'a-new-token');
});

it('releases the slots of clients that have disconnected', async () => {
  const release = await holdReads(project);
  const left = (await filled()).map((each) => each.catch(() => 'gone'));
  server.app.http.server.closeAllConnections();
  expect(await Promise.all(left)).toEqual(Array.from({ length: 6 }, () => 'gone'));
  release();
  await expect.poll(async () => (await list()).status).toBe(200);
});

it('releases the slots of a client that disconnects before all of its pipelined requests had one', async () => {
  const release = await holdReads(project);
  const { hostname, port } = new URL(server.base);
  const socket = connect(Number(port), hostname);
  const left = new Promise((done) => socket.on('error', () => {}).once('close', done));
  await sent(6, () => {
    const head = [`GET /${project.key}/items/notes?limit=${100 + lists++} HTTP/1.1`, `Host: ${hostname}`];
    socket.write(`${[...head, `Authorization: Bearer ${ADMIN_TOKEN}`].join('\r\n')}\r\n\r\n`);
  });
  await expect.poll(() => heldReads(project)).toBe(3);
  server.app.http.server.closeAllConnections();
  await left;
  release();
  expect(await statusesOf(await filled())).toEqual(SERVED);
});

onEveryEngine('a flood', ({ server: flooded, project: busy, database, prepare }) => {
  prepare(() => ({ server: { responseCache: 0 } }));
  const notes = Array.from({ length: 2_000 }, (_, index) => ({ title: `note ${index}`, text: 'words '.repeat(50) }));
  let calm: TestProject;
  beforeAll(async () => {
    calm = await createTestProject(flooded, database);
    const fields = [...noteFields, { field: 'text', type: 'string', datatype: 'TEXT' }];
    for (const each of [busy, calm]) await each.ask('POST', '/collections', { collection: 'notes', fields });
    await calm.ask('POST', '/items/notes', notes.slice(0, 25));
  });
  afterAll(() => calm.remove());

  /**
   * Makes forty clients send requests one after another, and reads the other project meanwhile; returns the median
   * times of both.
   */
  async function timesDuring(send: () => Promise<unknown>): Promise<{ readonly slow: number; readonly quick: number }> {
    const slow: number[] = [];
    const quick: number[] = [];
    let ends = false;
    const flood = Array.from({ length: 40 }, async () => {
      while (!ends) slow.push(await timed(send));
    });
    await vi.waitFor(() => expect(slow.length).toBeGreaterThan(40), 30_000);
    slow.length = 0;
    while (quick.length < 15 || slow.length < 40)
      quick.push(await timed(async () => expect((await calm.ask('GET', '/items/notes')).status).toBe(200)));
    ends = true;
    await Promise.all(flood);
    return { slow: median(slow), quick: median(quick) };
  }

  it('of expensive lists delays another project for less time than the flood lasts', { timeout: 60_000 }, async () => {
    await busy.ask('POST', '/items/notes?fields=id', notes);
    const query = '/items/notes?sort=-text&limit=200&meta=filter_count&filter[text][contains]=ords';
    const { slow, quick } = await timesDuring(() => busy.ask('GET', query));
    expect(quick).toBeLessThan(slow / 2);
  });

  it('of long lists delays another project for less time than the flood lasts', { timeout: 60_000 }, async () => {
    const { slow, quick } = await timesDuring(() => busy.ask('GET', '/items/notes?limit=200&sort=id'));
    expect(quick).toBeLessThan(slow / 2);
  });

  it('of large writes delays another project for less time than the flood lasts', { timeout: 60_000 }, async () => {
    const note = { title: 'large', text: 'x'.repeat(50_000) };
    const { slow, quick } = await timesDuring(() => busy.ask('POST', '/items/notes', note));
    expect(quick).toBeLessThan(slow / 4);
  });
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
