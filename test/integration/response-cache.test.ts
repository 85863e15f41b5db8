import { beforeAll, expect, it } from 'vitest';
import { isLoopShared } from '../../src/shared/loop-time.ts';
import { collections, relations } from '../security/secrets.ts';
import { statementsOf } from '../support/counting.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_PASSWORD, ADMIN_TOKEN } from '../support/project.ts';
import { startServer } from '../support/running.ts';
import { addReader, send } from '../support/signing-in.ts';

const READER = 'a-token-of-a-reader';
const LISTED = 'https://app.example.com';

onEveryEngine('cached answers', ({ engine, server, project }) => {
  let role: number;
  let permission: number;
  beforeAll(async () => {
    for (const collection of collections) await project.write('POST', '/collections', collection);
    for (const relation of relations) await project.write('POST', '/relations', relation);
    await project.write('POST', '/items/shelves', [{ name: 'one' }, { name: 'two' }]);
    await project.write('POST', '/items/vaults', { word: 'word' });
    await project.write('POST', '/items/notes', [
      { title: 'first', shelf: 1 },
      { title: 'second', shelf: 2 },
    ]);
    role = await addReader(project, READER);
    const row = { role, collection: 'notes', create: 'full', read: 'full', update: 'full', delete: 'full' };
    permission = (await project.write<{ id: number }>('POST', '/permissions', row)).id;
  });

  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const get = (path: string, headers: Readonly<Record<string, string>> = bearer(ADMIN_TOKEN)) =>
    send(server, project, 'GET', path, { headers });
  const isHit = async (path: string, headers?: Readonly<Record<string, string>>): Promise<boolean> =>
    (await get(path, headers)).headers.get('server-timing')?.includes('cache') === true;
  /** Reads until the response is cached. */
  const kept = (path: string, headers?: Readonly<Record<string, string>>) =>
    expect.poll(() => isHit(path, headers)).toBe(true);
  const titles = async (path: string, headers?: Readonly<Record<string, string>>): Promise<string> =>
    (await get(path, headers)).text;

  it('take no statement, whether the client has them or not', async () => {
    const path = '/items/notes?fields=id,title,shelf.name&meta=total_count';
    await kept(path);
    const { database } = await project.opened();
    const tag = (await get(path)).headers.get('etag') ?? '';
    const answers: number[] = [];
    const texts = await statementsOf(database, async () => {
      answers.push((await get(path)).status);
      answers.push((await get(path, { ...bearer(ADMIN_TOKEN), 'If-None-Match': `"x", W/${tag}` })).status);
    });
    expect(answers).toEqual([200, 304]);
    expect(texts.filter((text) => !text.includes('octavo'))).toEqual([]);
  });

  it('are read from the database once when the same request arrives many times at once', async () => {
    await kept('/items/notes?fields=id');
    const { database } = await project.opened();
    for (const path of ['/items/notes?fields=id,title&sort=-title', '/items/notes?fields=title,id&sort=-title']) {
      const answers: string[] = [];
      const texts = await statementsOf(database, async () => {
        answers.push(...(await Promise.all(Array.from({ length: 12 }, () => titles(path)))));
      });
      expect(texts.filter((text) => text.includes('notes'))).toHaveLength(1);
      expect(new Set(answers).size).toBe(1);
      expect(answers[0]).toContain('second');
    }
  });

  it('show what was written before a request, although the same request was in flight during the write', async () => {
    const path = '/items/notes?fields=title,shelf.name&filter[id][eq]=1';
    for (let round = 0; round < 20; round++) {
      const early = Array.from({ length: 4 }, () => titles(path));
      await project.write('PATCH', '/items/notes/1', { title: `round ${round}` });
      expect(await titles(path)).toContain(`round ${round}"`);
      await Promise.all(early);
    }
  });

  it.each([
    ['/items/notes?fields=title,shelf.name', '/items/shelves/1', { name: 'renamed' }],
    ['/items/notes?filter[shelf.name][eq]=two', '/items/shelves/2', { name: 'two again' }],
    ['/items/notes?meta=total_count&fields=id', '/items/notes/1', { title: 'other' }],
    ['/items/notes/1', '/items/notes/1', { title: 'third' }],
    ['/items/shelves?fields=*,notes.title', '/items/notes/2', { title: 'fourth' }],
  ])('of %s are gone once %s is written, and not with another collection', async (path, written, body) => {
    await kept(path);
    if (engine === 'sqlite') {
      await project.write('PATCH', '/items/vaults/1', { word: `word ${path.length}` });
      expect(await isHit(path)).toBe(true);
    }
    await project.write('PATCH', written, body);
    const fresh = await get(`${path}${path.includes('?') ? '&' : '?'}_=1`);
    const given = await get(path);
    expect(given.text).toBe(fresh.text);
    expect(given.headers.get('server-timing')).not.toContain('cache');
  });

  it('are only for the same caller, wherever the token is', async () => {
    const path = '/items/notes?fields=id,title,owner';
    const ways = [bearer(ADMIN_TOKEN), { Authorization: `Basic ${Buffer.from(`${ADMIN_TOKEN}:`).toString('base64')}` }];
    for (const way of ways) await kept(path, way);
    await kept(`${path}&access_token=${ADMIN_TOKEN}`, {});
    expect((await get(path, {})).status).toBe(401);
    expect((await get(path, bearer('wrong'))).status).toBe(401);
    expect((await get(`${path}&access_token=wrong`, {})).status).toBe(401);
    expect((await get(path, bearer(READER))).status).toBe(200);
    await kept('/users/me?fields=email', bearer(ADMIN_TOKEN));
    await project.write('PATCH', `/permissions/${permission}`, { read: 'mine' });
    expect(JSON.parse(await titles(path, bearer(READER))).data).toEqual([]);
    expect(JSON.parse(await titles(path)).data).toHaveLength(2);
    await project.write('PATCH', `/permissions/${permission}`, { read: 'full' });
  });

  it('end with the permission, the role, the status and the token of their caller', async () => {
    const path = '/items/notes?fields=id';
    const [{ id }] = (await project.read<[{ id: number }]>('/users?filter[email]=reader@example.com')) ?? [];
    const ends: readonly (readonly [path: string, change: object, back: object, status: number])[] = [
      [`/permissions/${permission}`, { read: 'none' }, { read: 'full' }, 403],
      [`/users/${id}`, { status: 'suspended' }, { status: 'active' }, 401],
      [`/users/${id}`, { token: 'another-token-of-a-reader' }, { token: READER }, 401],
      [`/roles/${role}`, { ip_whitelist: ['10.0.0.1'] }, { ip_whitelist: [] }, 401],
    ];
    for (const [written, change, back, status] of ends) {
      await kept(path, bearer(READER));
      await project.write('PATCH', written, change);
      expect((await get(path, bearer(READER))).status, JSON.stringify(change)).toBe(status);
      await project.write('PATCH', written, back);
      expect((await get(path, bearer(READER))).status, JSON.stringify(back)).toBe(200);
    }
  });

  it('end with the session of a cookie', async () => {
    const body = { email: 'admin@example.com', password: ADMIN_PASSWORD, mode: 'cookie' };
    const signedIn = await send(server, project, 'POST', '/auth/authenticate', { body });
    const Cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    await kept('/items/notes', { Cookie });
    expect((await get('/items/notes', { Cookie })).headers.get('set-cookie')).toContain('session=');
    await send(server, project, 'POST', '/auth/logout', { headers: { Cookie } });
    expect((await get('/items/notes', { Cookie })).status).toBe(401);
  });

  it('do not mix hosts, origins and forwarded headers', async () => {
    const path = '/items/notes?meta=page&limit=1';
    const forwarded = { 'X-Forwarded-Host': 'evil.example.com', 'X-Forwarded-Proto': 'https' };
    await kept(path, { ...bearer(ADMIN_TOKEN), ...forwarded, Origin: 'https://evil.example.com' });
    const plain = await get(path);
    expect(plain.text).not.toContain('evil');
    expect(plain.text).toContain(server.base);
    expect(plain.headers.get('access-control-expose-headers')).toBeNull();
    const listed = await get(path, { ...bearer(ADMIN_TOKEN), Origin: LISTED });
    expect(listed.headers.get('access-control-expose-headers')).toBe('ETag');
  });

  it.each(['/items/notes?sort=?', '/users?filter[last_access_on][lt]=now&fields=id', '/items/notes?filter[title]=NOW'])(
    'do not include %s, which changes by itself',
    async (path) => {
      await kept('/items/notes');
      await get(path);
      expect(await isHit(path)).toBe(false);
    },
  );

  it('do not exist in a project that has switched them off', async () => {
    await kept('/items/notes');
    await project.write('POST', '/settings', { key: 'octavo_response_cache', value: '0' });
    await get('/items/notes');
    expect(await isHit('/items/notes')).toBe(false);
    const rows = await project.read<{ id: number; key: string }[]>('/settings?fields=id,key&limit=-1');
    const { id } = rows.find(({ key }) => key === 'octavo_response_cache') ?? { id: 0 };
    await project.write('DELETE', `/settings/${id}`);
    await kept('/items/notes');
  });

  it('stay within their memory, whatever is requested', async () => {
    const bounded = await startServer({ data: `${server.data}`, responseCache: 400_000 });
    const { surroundings } = (await bounded.app.registry.find(project.key)) ?? (await project.opened());
    for (let limit = 1; limit <= 60; limit++) {
      const url = `/${project.key}/items/notes?limit=${limit}&q=${'x'.repeat(700)}`;
      await bounded.app.http.inject({ url, headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
    }
    expect(surroundings.answers.bytes).toBeLessThanOrEqual(100_000);
    if (engine === 'sqlite') expect(surroundings.answers.bytes).toBeGreaterThan(50_000);
    await bounded.stop();
  });

  it('count as requests of their project, so that others get their turn', async () => {
    const ping = () => fetch(`${server.base}/server/ping`);
    await kept('/items/notes/2');
    await ping();
    await expect.poll(isLoopShared).toBe(false);
    const shares = async () => (await ping()).ok && (await isHit('/items/notes/2')) && isLoopShared();
    await expect.poll(shares).toBe(true);
  });

  it('are invalidated by a write of a program that is not Octavo', async () => {
    await kept('/items/notes/2');
    const { dialect, config } = await project.opened();
    const foreign = await dialect.openExisting(server.app.registry.locations.addressOf(config.database));
    await foreign.run({ text: dialect.printer.update(FOREIGN).text, parameters: ['foreign'] });
    if (engine === 'sqlite') expect(await titles('/items/notes/2')).toContain('foreign');
    else await expect.poll(() => titles('/items/notes/2')).toContain('foreign');
    await foreign.close();
  });
});

const FOREIGN = { table: 'notes', columns: ['title'], where: null };
