import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { makeKey } from '../support/api-keys.ts';
import { statementsOf } from '../support/counting.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN } from '../support/project.ts';
import { SUPER_ADMIN_TOKEN } from '../support/running.ts';
import { addReader, type Reply, send } from '../support/signing-in.ts';

const READER = 'a-token-of-a-reader';
const ORIGIN = 'https://app.example.com';
/** Headers that belong to one response, or to its connection. */
const OWN = ['x-request-id', 'server-timing', 'date', 'connection', 'keep-alive'];

type Headed = Readonly<Record<string, string>>;

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

const shared = (headers: Iterable<[string, string]>): [string, string][] =>
  [...headers].filter(([name]) => !OWN.includes(name)).sort();

onEveryEngine('reads by known clients', ({ server, project, prepare }) => {
  prepare(() => ({ server: { responseCache: 0 } }));

  let role: number;
  let permission: number;
  let user: number;
  beforeAll(async () => {
    const key = { field: 'id', type: 'integer', datatype: 'int', length: 10, primary_key: true, auto_increment: true };
    const text = (field: string) => ({ field, type: 'string', datatype: 'varchar', length: 100 });
    for (const collection of ['notes', 'doomed'])
      await project.write('POST', '/collections', { collection, fields: [key, text('title'), text('extra')] });
    await project.write(
      'POST',
      '/items/notes',
      Array.from({ length: 1_200 }, (_, index) => ({ title: `note ${index}`, extra: 'é' })),
    );
    await project.write('POST', '/items/doomed', { title: 'last words' });
    role = await addReader(project, READER);
    const row = { role, collection: 'notes', read: 'full' };
    permission = (await project.write<{ id: number }>('POST', '/permissions', row)).id;
    const [found] = await project.read<{ id: number }[]>('/users?filter[email]=reader@example.com');
    user = found?.id ?? 0;
  });

  const get = (path: string, headers: Headed = bearer(READER)): Promise<Reply> =>
    send(server, project, 'GET', path, { headers });
  /** Only the framework reports how long it took to identify the caller. */
  const isDirect = ({ headers }: Reply): boolean => headers.get('server-timing')?.startsWith('work;') === true;
  const isKnown = async (path: string, headers: Headed = bearer(READER)): Promise<boolean> =>
    isDirect(await get(path, headers));
  /** Reads a collection, as a list and by key, until its client is known. */
  async function known(headers: Headed = bearer(READER), collection = 'notes'): Promise<void> {
    for (const path of [`/items/${collection}?limit=1`, `/items/${collection}/1`])
      await expect.poll(() => isKnown(path, headers)).toBe(true);
  }

  /** The framework's response to the same request. */
  async function ordinary(path: string, headers: Headed = bearer(READER)) {
    const url = `/${project.key}${path}`;
    const {
      statusCode,
      body,
      headers: answered,
    } = await server.app.http.inject({
      url,
      headers: { ...headers, host: new URL(server.base).host },
    });
    return { status: statusCode, text: body, headers: shared(Object.entries(answered as Record<string, string>)) };
  }
  const shownOf = ({ status, text, headers }: Reply) => ({ status, text, headers: shared(headers) });

  it('all get their long lists when many request them at once, even after some have disconnected', async () => {
    const path = '/items/notes?limit=900';
    await known();
    await get(path);
    const expected = (await get(path)).text;
    expect(Buffer.byteLength(expected)).toBeGreaterThan(30_000);
    const leave = new AbortController();
    const url = `${server.base}/${project.key}${path}`;
    const gone = Array.from({ length: 20 }, () =>
      fetch(url, { headers: bearer(READER), signal: leave.signal }).then(
        (answer) => answer.text().catch(() => null),
        () => null,
      ),
    );
    setTimeout(() => leave.abort(), 5);
    await Promise.all(gone);
    const replies = await Promise.all(Array.from({ length: 70 }, () => get(path)));
    expect(new Set(replies.map(({ text }) => text))).toEqual(new Set([expected]));
    expect(replies.every(isDirect)).toBe(true);
  });

  it.each([
    '/items/notes?limit=2',
    '/items/notes?limit=2&offset=3&sort=-id&fields=id,title&meta=*',
    '/items/notes?filter[title][contains]=11&q=note&single=1',
    '/items/notes?filter={"title":"note 7"}',
    '/items/notes?limit=1&meta=cursor&after=',
    '/items/notes?aggregate[count]=id&groupBy=extra',
    '/items/notes/3',
    '/items/notes/3?fields=title&meta=*',
  ])('are answered without the framework, and as by it: %s', async (path) => {
    for (const headers of [bearer(READER), bearer(ADMIN_TOKEN), { ...bearer(READER), Origin: ORIGIN }]) {
      await known(headers);
      const direct = await get(path, headers);
      expect(isDirect(direct)).toBe(true);
      expect(shownOf(direct)).toEqual(await ordinary(path, headers));
      const tag = direct.headers.get('etag') ?? '';
      const again = await get(path, { ...headers, 'If-None-Match': tag });
      expect([again.status, again.text, again.headers.get('content-type')]).toEqual([304, '', null]);
    }
  });

  it.each([
    ['a missing item', '/items/notes/99999', {}],
    ['several items', '/items/notes/1,2', {}],
    ['an unknown field', '/items/notes?fields=nothing', {}],
    ['a collection that does not exist', '/items/nothing', {}],
    ['an export', '/items/notes?export=csv', {}],
    ['a status', '/items/notes?status=published', {}],
    ['a long list', '/items/notes?limit=-1&fields=id', {}],
    ['an unknown parameter', '/items/notes?where=x&limit=1', {}],
    ['a count that is none', '/items/notes?limit=many', {}],
    ['another token in the query', '/items/notes?access_token=wrong', {}],
    ['a view', '/items/notes?limit=1', { 'Octavo-View-As': '1' }],
    ['a preview', '/items/notes/1?preview=wrong', {}],
    ['a preview in the header', '/items/notes/1', { 'Octavo-Preview': 'wrong' }],
  ] as const)('ask the framework for %s', async (_, path, headers) => {
    await known();
    const all = { ...bearer(READER), ...headers };
    const direct = await get(path, all);
    expect(shownOf(direct)).toEqual(await ordinary(path, all));
    expect(isDirect(direct)).toBe(false);
  });

  it('fail after one attempt', async () => {
    await known();
    const { database } = await project.opened();
    const texts = await statementsOf(database, async () => {
      expect((await get('/items/notes/99999')).status).toBe(404);
    });
    expect(texts.filter((text) => /FROM .notes./.test(text))).toHaveLength(1);
    expect(await isKnown('/items/notes/2')).toBe(false);
  });

  it('are not recognised by a token in the query', async () => {
    const path = '/items/notes?limit=1';
    for (let times = 0; times < 3; times++) {
      expect((await get(`${path}&access_token=${READER}`, {})).status).toBe(200);
      expect((await get(path, {})).status).toBe(401);
    }
  });

  it('are not recognised by a cookie, whose session lasts as long as it is used', async () => {
    const body = { email: 'reader@example.com', password: 'password', mode: 'cookie' };
    const signedIn = await send(server, project, 'POST', '/auth/authenticate', { body });
    const Cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    for (let times = 0; times < 3; times++) {
      const answer = await get('/items/notes/1', { Cookie });
      expect(isDirect(answer)).toBe(false);
      expect(answer.headers.get('set-cookie')).toContain('session=');
    }
  });

  it('stop with the permission, the role, the status and the token of their caller', async () => {
    const ends: readonly (readonly [path: string, change: object, back: object, status: number])[] = [
      [`/permissions/${permission}`, { read: 'none' }, { read: 'full' }, 403],
      [`/permissions/${permission}`, { read_field_blacklist: ['title'] }, { read_field_blacklist: [] }, 200],
      [`/users/${user}`, { status: 'suspended' }, { status: 'active' }, 401],
      [`/users/${user}`, { token: 'another-token-of-a-reader' }, { token: READER }, 401],
      [`/roles/${role}`, { ip_whitelist: ['10.0.0.1'] }, { ip_whitelist: [] }, 401],
    ];
    for (const [written, change, back, status] of ends) {
      await known();
      await project.write('PATCH', written, change);
      for (const path of ['/items/notes?limit=1', '/items/notes?limit=1&fields=*']) {
        const now = await get(path);
        expect([now.status, now.text.includes('note 0')], JSON.stringify(change)).toEqual([status, false]);
      }
      await project.write('PATCH', written, back);
      expect((await get('/items/notes?limit=1')).text, JSON.stringify(back)).toContain('note 0');
    }
  });

  it('stop with the rules of the public, which has no token', async () => {
    const [{ id = 0 } = {}] = await project.read<{ id: number }[]>('/roles?filter[name]=Public&fields=id');
    await project.write('POST', '/permissions', { role: id, collection: 'notes', read: 'full' });
    await known({});
    await project.write('PATCH', `/roles/${id}`, { ip_whitelist: ['10.0.0.1'] });
    expect((await get('/items/notes?limit=1', {})).status).toBe(401);
    await project.write('PATCH', `/roles/${id}`, { ip_whitelist: [] });
    expect((await get('/items/notes?limit=1', {})).status).toBe(200);
  });

  it('follow the settings and the schema of the project', async () => {
    await known();
    const { id } = await project.write<{ id: number }>('POST', '/settings', { key: 'octavo_strict', value: '1' });
    expect((await get('/items/notes?limit=many')).status).toBe(422);
    await project.write('DELETE', `/settings/${id}`);
    await known();
    await project.write('DELETE', '/fields/notes/extra');
    expect((await get('/items/notes/1')).text).not.toContain('extra');
    await known(bearer(ADMIN_TOKEN), 'doomed');
    await project.write('DELETE', '/collections/doomed');
    expect((await get('/items/doomed/1', bearer(ADMIN_TOKEN))).status).toBe(404);
  });

  it('show what was written since', async () => {
    await known();
    await project.write('PATCH', '/items/notes/5', { title: 'written' });
    expect((await get('/items/notes/5')).text).toContain('written');
    await project.write('DELETE', '/items/notes/5');
    expect((await get('/items/notes/5')).status).toBe(404);
  });

  it('continue with a project that was closed, once it is open again', async () => {
    await known();
    const before = await project.opened();
    const suspension = `${server.base}/server/fleet/${project.key}/suspension`;
    const headers = bearer(SUPER_ADMIN_TOKEN);
    expect((await fetch(suspension, { method: 'POST', headers })).status).toBe(200);
    expect((await fetch(suspension, { method: 'DELETE', headers })).status).toBe(200);
    expect((await get('/items/notes/2')).status).toBe(200);
    expect(await project.opened()).not.toBe(before);
  });

  it('are counted if an API key or the project has a rate limit', async () => {
    const { key } = await makeKey(project, { rate_limit: 3 });
    const statuses: number[] = [];
    for (let times = 0; times < 5; times++) statuses.push((await get('/items/notes?limit=1', bearer(key))).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);

    await known(bearer(READER));
    const file = join(server.data, 'config', `${project.key}.json`);
    const before = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      JSON.stringify({ ...JSON.parse(before), rate_limit: { enabled: true, limit: 1, interval: 60 } }),
    );
    await expect.poll(async () => (await get('/items/notes?limit=1')).status).toBe(429);
    writeFileSync(file, before);
  });
});
