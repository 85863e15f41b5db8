import { request } from 'node:http';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Connection, Database } from '../../src/dialects/dialect.ts';
import { id, text, toMany, toOne } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN, type TestProject } from '../support/project.ts';
import type { Running } from '../support/running.ts';
import { dataOf } from '../support/signing-in.ts';
import { threadMemory } from '../support/thread-memory.ts';
import type { Begun } from '../support/views.ts';

const ROWS = 100_000;
const AT_ONCE = 1_000;
const RECORDS = 2_500;
const MAX_GROWTH = 150 * 1024 * 1024;
const TIMEOUT_MS = 120_000;
const DAWDLE_MS = 300;

onEveryEngine('a list without a limit', ({ server, project }) => {
  beforeAll(async () => {
    await furnish(project);
  }, TIMEOUT_MS);

  it(
    'is byte for byte the same as one with a limit above its length, which is streamed as well',
    async () => {
      for (const query of [
        'fields=*',
        'fields=id,box.name&sort=-name',
        'filter[id][lte]=1501&fields=id&meta=type,total_count',
        'filter[id][lte]=1501&fields=id&meta=type,result_count,total_count,filter_count',
        'q=7&fields=id&sort=-name&meta=result_count',
      ]) {
        const streamed = await project.get(`/items/things?${query}&limit=-1`, ADMIN_TOKEN);
        const whole = await project.get(`/items/things?${query}&limit=${ROWS * 2}`, ADMIN_TOKEN);
        expect(streamed.text === whole.text, query).toBe(true);
      }
    },
    TIMEOUT_MS,
  );

  it('has the items of its pages, in order, up to its limit', async () => {
    const open = countOpen(await databaseOf(project));
    const ids = async (query: string): Promise<number[]> => {
      const { text } = await project.get(`/items/things?fields=id&sort=-name&${query}`, ADMIN_TOKEN);
      return (JSON.parse(text).data as { id: number }[]).map(({ id }) => id);
    };
    const pages = [await ids('limit=1000&offset=5'), await ids('limit=1000&offset=1005')].flat();
    expect(open.begun()).toBe(0);
    expect(await ids('limit=1500&offset=5')).toEqual(pages.slice(0, 1500));
    expect((await ids('limit=1200&page=2')).slice(0, 5)).toEqual(pages.slice(1195, 1200));
    expect(open.begun()).toBe(2);
    open.restore();
    const { text } = await project.get(`/items/things?limit=1500&offset=${ROWS - 1200}&meta=result_count`, ADMIN_TOKEN);
    expect(JSON.parse(text).meta.result_count).toBe(1200);
  });

  it('is streamed from any system list', async () => {
    const database = await databaseOf(project);
    const open = countOpen(database);
    for (const [path, asked] of [
      ['activity', 'meta=result_count,total_count'],
      ['revisions', 'meta=result_count&sort=-id'],
      ['items/things/1/revisions', 'fields=id'],
    ]) {
      const streamed = await project.get(`/${path}?${asked}&limit=-1`, ADMIN_TOKEN);
      const whole = await project.get(`/${path}?${asked}&limit=${ROWS * 2}`, ADMIN_TOKEN);
      expect([streamed.status, streamed.text === whole.text], path).toEqual([200, true]);
    }
    expect(open.begun()).toBe(6);
    open.restore();
  });

  it('continues from a cursor to its end', async () => {
    const { text } = await project.get('/items/things?fields=id&limit=5&meta=cursor', ADMIN_TOKEN);
    const { after } = JSON.parse(text).meta.cursor;
    const asked = `/items/things?fields=id&filter[id][lte]=2500&meta=cursor,result_count&after=${after}`;
    const streamed = await project.get(`${asked}&limit=-1`, ADMIN_TOKEN);
    const whole = await project.get(`${asked}&limit=${ROWS * 2}`, ADMIN_TOKEN);
    expect(JSON.parse(streamed.text).meta.result_count).toBe(2495);
    expect(streamed.text === whole.text).toBe(true);
  });

  it(
    'takes memory for only some of its rows',
    async () => {
      globalThis.gc?.();
      const before = threadMemory();
      const { bytes, highest } = await drain(server, project, '/items/things?limit=-1&fields=*.*');
      expect(bytes).toBeGreaterThan(ROWS * 100);
      expect(highest - before).toBeLessThan(MAX_GROWTH);
    },
    TIMEOUT_MS,
  );

  it(
    'is no longer read when the client has disconnected',
    async () => {
      const database = await databaseOf(project);
      const open = countOpen(database);
      await leave(server, project, '/items/things?limit=-1&fields=*.*');
      await expect.poll(open.begun).toBe(1);
      await expect.poll(open.now).toBe(0);
      expect(open.chunks()).toBeLessThan(ROWS / 500 / 2);
      open.restore();
    },
    TIMEOUT_MS,
  );

  it(
    'is not read for a HEAD request, whose answer has no body',
    async () => {
      const open = countOpen(await databaseOf(project));
      for (const query of ['limit=-1&fields=*.*', 'limit=-1&export=csv']) {
        const { status, headers } = await project.fetch('HEAD', `/items/things?${query}`);
        expect([status, headers.get('content-length')]).toEqual([200, null]);
        await expect.poll(open.now).toBe(0);
      }
      expect(open.begun()).toBe(2);
      expect(open.chunks()).toBeLessThan(ROWS / 500 / 2);
      open.restore();
    },
    TIMEOUT_MS,
  );

  it(
    'is no longer read when the client has disconnected before the answer was next on the connection',
    async () => {
      const open = countOpen(await databaseOf(project));
      const { hostname, port } = new URL(server.base);
      const socket = connect(Number(port), hostname)
        .on('error', () => {})
        .pause();
      const head = [`GET /${project.key}/items/things?limit=-1&fields=*.* HTTP/1.1`, `Host: ${hostname}`];
      socket.write(`${[...head, `Authorization: Bearer ${ADMIN_TOKEN}`].join('\r\n')}\r\n\r\n`.repeat(3));
      await expect.poll(open.begun).toBe(3);
      socket.destroy();
      await expect.poll(open.now).toBe(0);
      open.restore();
    },
    TIMEOUT_MS,
  );

  describe('is cut off once its reader', () => {
    const change = (payload: object) => (user: number) => project.write('PATCH', `/users/${user}`, payload);
    const deny = async (_: number, role: number): Promise<unknown> => {
      const asked = `/permissions?filter[role]=${role}&filter[collection]=boxes&fields=id`;
      const [rule] = await project.read<{ id: number }[]>(asked);
      return project.write('DELETE', `/permissions/${rule?.id}`);
    };
    it.each([
      ['is suspended', '', change({ status: 'suspended' })],
      ['has another role', '&export=csv', change({ role: 2 })],
      ['may not read a related collection', '', deny],
      ['is suspended, in a view', '&view_as=', change({ status: 'suspended' })],
    ])('%s', async (name, more, end) => {
      const token = `tests-${name}`.replace(/\W+/g, '-');
      const role = await roleThatReads(project, token, ['things', 'boxes']);
      const inView = more === '&view_as=';
      const reader = await project.write<{ id: number }>('POST', '/users', {
        ...{ first_name: 'R', last_name: 'R', password: 'Secret-Reader-1', status: 'active' },
        ...{ email: `${token}@example.com`, role: inView ? 1 : role, token },
      });
      const view = inView ? dataOf<Begun>(await project.ask('POST', '/auth/view-as', { role }, token)).view : '';
      const open = countOpen(await databaseOf(project));
      const path = `/items/things?limit=-1&fields=*.*${more}${view}`;
      const rest = await pausedRead(server, project, path, token);
      await end(reader.id, role);
      expect(await rest()).toBe('aborted');
      await expect.poll(open.now).toBe(0);
      expect(open.chunks()).toBeLessThan(ROWS / 500 / 2);
      open.restore();
    });
  });

  it('fails like any other before its first item', async () => {
    const { status, text: body } = await project.get('/items/things?limit=-1&filter[nope]=1', ADMIN_TOKEN);
    expect([status, JSON.parse(body).error.code]).toEqual([422, 202]);
  });
});

async function furnish(project: TestProject): Promise<void> {
  await project.write('POST', '/collections', { collection: 'boxes', fields: [id, text('name'), toMany('things')] });
  await project.write('POST', '/collections', {
    collection: 'things',
    fields: [id, text('name'), text('note'), toOne('box')],
  });
  const relation = { collection_many: 'things', field_many: 'box', collection_one: 'boxes', field_one: 'things' };
  await project.write('POST', '/relations', relation);
  await project.write(
    'POST',
    '/items/boxes',
    [1, 2, 3].map((key) => ({ id: key, name: `box ${key}` })),
  );
  await fill(await databaseOf(project));
}

async function databaseOf(project: TestProject): Promise<Database> {
  const opened = await project.opened();
  return opened.database;
}

async function fill(database: Database): Promise<void> {
  await database.transaction(async (connection) => {
    for (let start = 1; start <= ROWS; start += AT_ONCE) {
      const rows = Array.from({ length: AT_ONCE }, (_, index) => start + index);
      const values = rows.map((key) => `(${key}, 'thing ${key % 977}', '${'x'.repeat(60)}', ${(key % 3) + 1})`);
      await connection.run({
        text: `INSERT INTO things (id, name, note, box) VALUES ${values.join(',')}`,
        parameters: [],
      });
    }
    await record(connection);
  });
}

/** A few thousand changes without a user. */
async function record(connection: Connection): Promise<void> {
  const keys = Array.from({ length: RECORDS }, (_, index) => index + 1_000);
  const activity = keys.map((key) => `(${key}, 'update', 1, '2020-01-01 00:00:00', '', '', 'things', '1')`);
  const revisions = keys.map((key) => `(${key}, ${key}, 'things', '1', '{"id":1}', '{}')`);
  for (const text of [
    `INSERT INTO directus_activity (id, action, action_by, action_on, ip, user_agent, collection, item) VALUES ${activity.join(',')}`,
    `INSERT INTO directus_revisions (id, activity, collection, item, data, delta) VALUES ${revisions.join(',')}`,
  ])
    await connection.run({ text, parameters: [] });
}

function ask(server: Running, project: TestProject, path: string, token = ADMIN_TOKEN) {
  const headers = { authorization: `Bearer ${token}` };
  return request(`${server.base}/${project.key}${path}`, { headers });
}

function drain(server: Running, project: TestProject, path: string): Promise<{ bytes: number; highest: number }> {
  let bytes = 0;
  let highest = 0;
  return new Promise((done, fail) => {
    const asked = ask(server, project, path).once('error', fail).end();
    asked.once('response', (response) => {
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        highest = Math.max(highest, threadMemory());
      });
      response.once('end', () => done({ bytes, highest }));
    });
  });
}

/** A role that may read some collections. */
async function roleThatReads(project: TestProject, name: string, collections: readonly string[]): Promise<number> {
  const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name });
  for (const collection of collections) await project.write('POST', '/permissions', { role, collection, read: 'full' });
  return role;
}

/** Reads the beginning and pauses. Returns how to read the rest, which tells how it ends. */
function pausedRead(
  server: Running,
  project: TestProject,
  path: string,
  token: string,
): Promise<() => Promise<string>> {
  return new Promise((done, fail) => {
    const asked = ask(server, project, path, token).once('error', fail).end();
    asked.once('response', (response) => {
      const ended = new Promise<string>((end) => {
        response.once('error', () => end('aborted')).once('end', () => end('complete'));
      });
      response.once('data', () => {
        response.pause();
        done(() => {
          response.resume();
          return ended;
        });
      });
    });
  });
}

/** Reads the beginning, pauses, and disconnects. */
function leave(server: Running, project: TestProject, path: string): Promise<void> {
  return new Promise((done, fail) => {
    const asked = ask(server, project, path).once('error', fail).end();
    asked.once('response', (response) => {
      response.once('error', () => {});
      response.once('data', () => {
        response.pause();
        setTimeout(() => {
          response.destroy();
          done();
        }, DAWDLE_MS);
      });
    });
  });
}

function countOpen(database: Database) {
  const counts = { begun: 0, ended: 0, chunks: 0 };
  const chunks = database.chunks.bind(database);
  async function* counted(...given: Parameters<Database['chunks']>) {
    counts.begun++;
    try {
      for await (const rows of chunks(...given)) {
        counts.chunks++;
        yield rows;
      }
    } finally {
      counts.ended++;
    }
  }
  Object.defineProperty(database, 'chunks', { value: counted, configurable: true });
  return {
    begun: () => counts.begun,
    now: () => counts.begun - counts.ended,
    chunks: () => counts.chunks,
    restore: () => Reflect.deleteProperty(database, 'chunks'),
  };
}
