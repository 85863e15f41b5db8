import { beforeAll, expect, it } from 'vitest';
import { looksLikeApiKey, newApiKey } from '../../src/auth/api-key.ts';
import { sessionCookieName } from '../../src/http/session-cookie.ts';
import { selectAll } from '../../src/persistence/select-all.ts';
import { TableRows } from '../../src/persistence/table-rows.ts';
import { apiKeys } from '../../src/schema/internal/api-keys.ts';
import { idempotency } from '../../src/schema/internal/idempotency.ts';
import { keyed, makeKey } from '../support/api-keys.ts';
import { statementsOf } from '../support/counting.ts';
import { id, text } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN, type Payload } from '../support/project.ts';
import { addPerson, dataOf, type Person, send, tokenOf } from '../support/signing-in.ts';

/** A server that looks for others there knows only a moment later that it is alone. */
const ELSEWHERE = ['203.0.113.0/24'];
const HERE = ['127.0.0.0/8', '::1'];

onEveryEngine('API keys', ({ server, project }) => {
  let erin: Person;
  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'notes', fields: [id, text('title')] });
    await project.write('POST', '/items/notes', [{ title: 'one' }, { title: 'two' }]);
    await project.write('POST', '/collections', { collection: 'hidden', fields: [id, text('title')] });
    erin = await addPerson(project, 'erin');
    const row = { role: erin.role, collection: 'notes', create: 'full', read: 'full', update: 'full', delete: 'full' };
    await project.write('POST', '/permissions', row);
  });

  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const get = (path: string, key: string, headers: Readonly<Record<string, string>> = {}) =>
    send(server, project, 'GET', path, { headers: { ...bearer(key), ...headers } });
  /** Reads until the response is cached and served without the framework. */
  const kept = (path: string, key: string) =>
    expect.poll(async () => (await get(path, key)).headers.get('server-timing')?.startsWith('cache;')).toBe(true);
  const codeOf = (answer: { readonly body: { readonly error?: { readonly code: number | null } } }) =>
    answer.body.error?.code;
  /** Everything that is stored, including the internal tables. */
  const everything = async (): Promise<string> => {
    const { dialect, database } = await project.opened();
    const tables = [...(await dialect.introspect(database)), idempotency];
    const rows = await Promise.all(tables.map((table) => database.all(selectAll(dialect, table))));
    return JSON.stringify(rows, (_name, value) => (typeof value === 'bigint' ? String(value) : value));
  };

  it('are shown once, and stored nowhere', async () => {
    const headers = { ...bearer(ADMIN_TOKEN), 'Idempotency-Key': 'one-key-please' };
    const body = { name: 'once', addresses: HERE };
    const create = () => send(server, project, 'POST', '/users/me/keys', { headers, body });
    const made = dataOf<{ id: number; key: string; hint: string }>(await create());
    expect(looksLikeApiKey(made.key)).toBe(true);
    expect(made.key.startsWith(made.hint.slice(0, -1))).toBe(true);
    const repeated = dataOf<Payload>(await create());
    expect(repeated).toEqual({ ...made, key: null });
    expect((await get('/users/me/keys', ADMIN_TOKEN)).text).not.toContain(made.key);
    expect((await get(`/users/me/keys/${made.id}`, ADMIN_TOKEN)).body.data).not.toHaveProperty('key');
    expect(await everything()).not.toContain(made.key);
  });

  it('carry their limits, and can be changed and revoked', async () => {
    const settings = {
      name: 'Deploy',
      read_only: true,
      collections: { notes: ['read', 'create'] },
      addresses: HERE,
      rate_limit: 600,
      expires_on: '2099-12-31 23:59:00',
    };
    const { id: key, key: secret } = await makeKey(project, settings, erin.id);
    const path = `/users/${erin.id}/keys/${key}`;
    expect(await project.read(path)).toMatchObject({
      ...settings,
      collections: { notes: ['create', 'read'] },
      user: erin.id,
      created_by: 1,
    });
    expect(await project.write('PATCH', path, { name: 'Other', addresses: null })).toMatchObject({
      name: 'Other',
      addresses: null,
      rate_limit: 600,
    });
    expect((await get('/items/notes', secret)).status).toBe(200);
    await project.write('DELETE', path);
    expect((await get('/items/notes', secret)).status).toBe(401);
    expect((await project.ask('GET', path)).status).toBe(404);
    const comments = await project.read<{ comment: string }[]>(
      `/activity?filter[item]=${erin.id}&filter[comment][like]=API key&fields=comment`,
    );
    expect(comments.map(({ comment }) => comment)).toEqual([
      `API key ${key} "Deploy" created`,
      `API key ${key} "Other" changed`,
      `API key ${key} "Other" revoked`,
    ]);
  });

  it.each<[string, Payload]>([
    ['no name', {}],
    ['an empty name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(101) }],
    ['no collections', { name: 'x', collections: {} }],
    ['an unknown collection', { name: 'x', collections: { nothing: ['read'] } }],
    ['an unknown action', { name: 'x', collections: { notes: ['rule'] } }],
    ['no action', { name: 'x', collections: { notes: [] } }],
    ['a prototype', { name: 'x', collections: JSON.parse('{"__proto__":["read"]}') }],
    ['a list of collections', { name: 'x', collections: ['notes'] }],
    ['no address', { name: 'x', addresses: [] }],
    ['an address that is none', { name: 'x', addresses: ['10.1'] }],
    ['too many addresses', { name: 'x', addresses: Array(51).fill('10.0.0.1') }],
    ['a rate of zero', { name: 'x', rate_limit: 0 }],
    ['a rate as a text', { name: 'x', rate_limit: '60' }],
    ['a date that is over', { name: 'x', expires_on: '2020-01-01 00:00:00' }],
    ['a date that is none', { name: 'x', expires_on: 'soon' }],
    ['a word that is no boolean', { name: 'x', read_only: 'false' }],
    ['what is no setting', { name: 'x', user: 1 }],
    ['an inherited name', { name: 'x', constructor: 1 }],
  ])('are not made with %s', async (_title, body) => {
    const answer = await project.ask('POST', '/users/me/keys', body);
    expect([answer.status, codeOf(answer)]).toEqual([422, 4]);
  });

  it('are limited to fifty per user', async () => {
    const ravi = await addPerson(project, 'ravi');
    const { key } = await makeKey(project, {}, ravi.id);
    const { dialect, database } = await project.opened();
    const rows = new TableRows(dialect, apiKeys);
    const [{ id: _id, ...row } = {}] = await rows.find(database, [['user', '=', ravi.id]], 'id', 1);
    for (let count = 1; count < 50; count++) await rows.insert(database, { ...row, digest: `digest ${count}` });
    expect((await get('/users/me', key)).status).toBe(200);
    expect((await project.ask('POST', `/users/${ravi.id}/keys`, { name: 'more' })).status).toBe(422);
  });

  it('are created by users for themselves, and by administrators for others', async () => {
    const session = await tokenOf(server, project, 'erin');
    expect((await project.ask('POST', '/users/me/keys', { name: 'mine' }, session)).status).toBe(200);
    const limited = await project.ask(
      'POST',
      '/users/me/keys',
      { name: 'mine', collections: { hidden: ['read'] } },
      session,
    );
    expect(limited.status).toBe(422);
    for (const [method, path] of [
      ['GET', '/users/1/keys'],
      ['POST', '/users/1/keys'],
      ['PATCH', '/users/1/keys/1'],
      ['DELETE', '/users/1/keys/1'],
    ] as const) {
      const body = method === 'GET' ? undefined : { name: 'yours' };
      const answer = await project.ask(method, path, body, session);
      expect([path, answer.status, codeOf(answer)]).toEqual([path, 401, 3]);
      expect((await project.ask(method, path, body, null)).status).toBe(401);
    }
    const [own] = await project.read<{ id: number }[]>(`/users/1/keys`);
    expect((await project.ask('DELETE', `/users/me/keys/${own?.id}`, undefined, session)).status).toBe(404);
    expect((await project.ask('POST', '/users/999/keys', { name: 'x' })).status).toBe(404);
  });

  it('are accepted in the header only', async () => {
    const { key } = await makeKey(project);
    const basic = { Authorization: `Basic ${btoa(`${key}:`)}` };
    expect((await send(server, project, 'GET', '/items/notes', { headers: basic })).status).toBe(200);
    const cookie = { Cookie: `${sessionCookieName(project.key)}=${key}` };
    const places = [
      await send(server, project, 'GET', `/items/notes?access_token=${key}`),
      await send(server, project, 'POST', '/items/notes', { body: { access_token: key, title: 'x' } }),
    ];
    for (const answer of places) {
      expect([answer.status, codeOf(answer)]).toEqual([401, 101]);
      expect(answer.text).not.toContain(key);
    }
    expect((await send(server, project, 'GET', '/items/notes', { headers: cookie })).status).toBe(401);
    expect((await get('/items/notes', newApiKey())).status).toBe(401);
  });

  it('are refused from other addresses, after they expire, and beyond their rate limit', async () => {
    const far = await makeKey(project, { addresses: ELSEWHERE });
    const refused = await get('/items/notes', far.key);
    expect([refused.status, codeOf(refused)]).toEqual([401, 19]);
    const few = await makeKey(project, { rate_limit: 3 });
    const statuses: number[] = [];
    for (let count = 0; count < 5; count++) statuses.push((await get('/items/notes?fields=id', few.key)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await get('/items/notes?fields=id', (await makeKey(project)).key)).status).toBe(200);
  });

  it('get no cached answer after they were revoked, limited or changed', async () => {
    const path = '/items/notes?fields=title';
    const { id: own, key } = await makeKey(project);
    await kept(path, key);
    await project.write('PATCH', `/users/me/keys/${own}`, { addresses: ELSEWHERE });
    expect((await get(path, key)).status).toBe(401);
    await project.write('PATCH', `/users/me/keys/${own}`, { addresses: null });
    await kept(path, key);
    await project.write('PATCH', `/users/me/keys/${own}`, { rate_limit: 1 });
    expect([(await get(path, key)).status, (await get(path, key)).status]).toEqual([200, 429]);
    await project.write('PATCH', `/users/me/keys/${own}`, {
      rate_limit: null,
      collections: { directus_files: ['read'] },
    });
    expect((await get(path, key)).status).toBe(403);
    await project.write('PATCH', `/users/me/keys/${own}`, { collections: null });
    await kept(path, key);
    await project.write('DELETE', `/users/me/keys/${own}`);
    expect((await get(path, key)).status).toBe(401);
  });

  it('get no cached answer after they have expired', async () => {
    const path = '/items/notes?fields=id,title&limit=1';
    const second = new Date(Date.now() + 3_000).toISOString().replace(/\.\d+/, '');
    const { key } = await makeKey(project, { expires_on: second });
    await kept(path, key);
    await expect.poll(async () => (await get(path, key)).status).toBe(401);
    const late = await get(path, key);
    expect(late.headers.get('www-authenticate')).toContain('expired');
  });

  it('are distinguished from other keys of the same user by cached answers', async () => {
    const path = '/users/me?fields=*';
    const [one, other] = [await makeKey(project), await makeKey(project, { collections: { notes: ['read'] } })];
    await kept(path, one.key);
    expect((await get(path, other.key)).status).not.toBe(200);
  });

  it("lose access with their user's status, and follow the user's role at once", async () => {
    const ask = await keyed(project, {}, erin.id);
    expect((await ask('GET', '/items/notes')).status).toBe(200);
    await project.write('PATCH', `/users/${erin.id}`, { role: 2 });
    expect((await ask('GET', '/items/notes')).status).toBe(403);
    await project.write('PATCH', `/users/${erin.id}`, { role: erin.role, status: 'suspended' });
    expect((await ask('GET', '/items/notes')).status).toBe(401);
    await project.write('PATCH', `/users/${erin.id}`, { status: 'active' });
    expect((await ask('GET', '/items/notes')).status).toBe(200);
  });

  it('record their use once, without a new version of what is read', async () => {
    const path = '/items/notes?fields=title&sort=-id';
    const { id: own, key } = await makeKey(project);
    const used = async () => (await project.read<{ last_used: string | null }>(`/users/me/keys/${own}`)).last_used;
    expect(await used()).toBe(null);
    await kept(path, key);
    await expect.poll(used).not.toBe(null);
    const tag = (await get(path, key)).headers.get('etag') ?? '';
    const { database } = await project.opened();
    const texts = await statementsOf(database, async () => {
      for (let count = 0; count < 5; count++) expect((await get(path, key, { 'If-None-Match': tag })).status).toBe(304);
    });
    expect(texts.filter((text) => text.includes('octavo_api_keys'))).toEqual([]);
  });
});
