import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { etagOf, type Octavo, OctavoError, octavo } from '../../../client/src/index.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { codeOf } from '../../support/one-time-codes.ts';
import { ADMIN_PASSWORD, ADMIN_TOKEN } from '../../support/project.ts';

const text = { type: 'string', datatype: 'VARCHAR', length: 80 };
const key = { field: 'id', type: 'integer', datatype: 'INT', length: 10, auto_increment: true, primary_key: true };
const toOne = (field: string) => ({ field, type: 'm2o', datatype: 'INT', length: 10 });
const CREDENTIALS = { email: 'admin@example.com', password: ADMIN_PASSWORD };

onEveryEngine('the typed client', ({ server, project }) => {
  let db: Octavo;
  const address = (): string => `${server.base}/${project.key}`;
  beforeAll(async () => {
    db = octavo(address(), { token: ADMIN_TOKEN });
    await db.collections.create({ collection: 'authors', fields: [key, { field: 'city', ...text }] });
    await db.collections.create({
      collection: 'articles',
      fields: [
        key,
        { field: 'title', ...text },
        { field: 'minutes', type: 'integer', datatype: 'INT', length: 10 },
        toOne('author'),
      ],
    });
    await db.fields('authors').create({ field: 'articles', type: 'o2m' });
    await db.relations.create({
      collection_many: 'articles',
      field_many: 'author',
      collection_one: 'authors',
      field_one: 'articles',
    });
    await db.items('authors').createMany([{ city: 'Valencia' }, { city: 'Porto, north' }]);
    await db.items('articles').createMany([
      { title: 'Figs', minutes: 8, author: 1 },
      { title: 'Plums', minutes: 3, author: 1 },
      { title: 'Bread & "wine"', minutes: 6, author: 2 },
      { title: 'Nothing', minutes: null, author: null },
    ]);
  });

  const titles = async (filter: object): Promise<string[]> => {
    const rows = await db.items('articles').list({ fields: ['title'], filter: filter as never, sort: 'id' });
    return rows.map(({ title }: { title: string }) => title);
  };

  it.each([
    [{ minutes: { gte: 6 }, author: { city: 'Valencia' } }, ['Figs']],
    [{ author: { city: 'Porto, north' } }, ['Bread & "wine"']],
    [{ 'author.city': { in: ['Porto, north', 'x'] } }, ['Bread & "wine"']],
    [{ title: 'Bread & "wine"' }, ['Bread & "wine"']],
    [{ minutes: null }, ['Nothing']],
    [{ minutes: { neq: null } }, ['Figs', 'Plums', 'Bread & "wine"']],
    [{ author: 2 }, ['Bread & "wine"']],
    [{ minutes: { between: [3, 6] } }, ['Plums', 'Bread & "wine"']],
    [{ or: [{ minutes: 3 }, { author: { city: { contains: 'porto' } } }] }, ['Plums', 'Bread & "wine"']],
    [
      {
        or: [
          { minutes: { lt: 5 }, author: 1 },
          { minutes: { gt: 7 }, author: 1 },
        ],
      },
      ['Figs', 'Plums'],
    ],
    [{ or: [{ minutes: 3 }, { minutes: 8 }], author: { city: { nnull: true } } }, ['Figs', 'Plums']],
    [{ and: [{ minutes: { gt: 3 } }, { minutes: { lt: 8 } }] }, ['Bread & "wine"']],
    [{ minutes: { or: [{ null: true }, { gte: 8 }] } }, ['Figs', 'Nothing']],
    [{ or: [{ minutes: 3 }, {}] }, ['Figs', 'Plums', 'Bread & "wine"', 'Nothing']],
    [{ title: undefined, minutes: 3 }, ['Plums']],
    [{}, ['Figs', 'Plums', 'Bread & "wine"', 'Nothing']],
  ])('filters by %j', async (filter, expected) => {
    expect(await titles(filter)).toEqual(expected);
  });

  it('lists with related items, in both directions', async () => {
    const rows = await db.items('authors').list({ fields: ['city', 'articles.title'], sort: 'id' });
    expect(rows[0]).toEqual({ city: 'Valencia', articles: [{ title: 'Figs' }, { title: 'Plums' }] });
  });

  it('reads everything by cursor, page by page', async () => {
    const seen: unknown[] = [];
    for await (const { title } of db.items('articles').all({ fields: ['title'], sort: '-id', limit: 2 }))
      seen.push(title);
    expect(seen).toEqual(['Nothing', 'Bread & "wine"', 'Plums', 'Figs']);
  });

  it('groups items', async () => {
    const groups = await db.items('articles').groups({
      groupBy: ['author.city'],
      aggregate: { count: ['*'], sum: ['minutes'] },
      filter: { minutes: { gt: 0 } },
      sort: '-sum.minutes',
    });
    expect(groups).toEqual([
      { group: { 'author.city': 'Valencia' }, count: { '*': 2 }, sum: { minutes: 11 } },
      { group: { 'author.city': 'Porto, north' }, count: { '*': 1 }, sum: { minutes: 6 } },
    ]);
  });

  it('counts in the metadata of a page', async () => {
    const { data, meta } = await db.items('articles').page({ limit: 1, filter: { author: 1 } });
    expect([data.length, meta.filter_count, meta.total_count]).toEqual([1, 2, 4]);
  });

  it('creates, changes, deletes and reverts', async () => {
    const items = db.items('articles');
    const made = await items.create({ title: 'New' }, { fields: ['id', 'title'], comment: 'why' });
    expect(made.title).toBe('New');
    expect((await items.update(made.id, { title: 'Newer' })).title).toBe('Newer');
    const revisions = await items.revisions(made.id);
    expect(revisions.map(({ data }) => data.title)).toEqual(['New', 'Newer']);
    await items.revert(made.id, revisions[0]?.id ?? 0);
    expect(await items.first({ filter: { id: made.id }, fields: ['title'] })).toEqual({ title: 'New' });
    expect(await items.updateMany([{ id: made.id, title: 'Last' }], { fields: ['title'] })).toEqual([
      { title: 'Last' },
    ]);
    await items.delete([made.id]);
    expect(await items.first({ filter: { id: made.id } })).toBeNull();
    await expect(items.get(made.id)).rejects.toMatchObject({ name: 'OctavoError', code: 203, status: 404 });
  });

  it('writes only if an item is still in the state that was read', async () => {
    const items = db.items('articles');
    const seen = await items.get(1);
    const tag = etagOf(seen);
    expect(tag).toMatch(/^"/);
    await items.update(1, { minutes: 9 }, { ifMatch: tag });
    const refused = items.update(1, { minutes: 10 }, { ifMatch: tag });
    await expect(refused).rejects.toMatchObject({ status: 412, errors: [{ code: 12 }] });
    await items.update(1, { minutes: 8 });
  });

  it('signs in and out with a temporary token', async () => {
    const told: (string | null)[] = [];
    const own = octavo(address(), { onToken: (token) => told.push(token) });
    await expect(own.users.me()).rejects.toMatchObject({ code: 3, status: 401 });
    const user = await own.auth.login(CREDENTIALS);
    expect(user.email).toBe(CREDENTIALS.email);
    expect((await own.users.me({ fields: ['email'] })).email).toBe(CREDENTIALS.email);
    await own.auth.logout();
    expect([told.length, told[1], own.auth.token]).toEqual([2, null, null]);
    await expect(own.auth.login({ ...CREDENTIALS, password: 'wrong-1' })).rejects.toMatchObject({ code: 100 });
  });

  it('reports that a second factor is required, and has a session that sets it up', async () => {
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Careful', enforce_2fa: true });
    const ida = { email: 'ida@example.com', password: 'Ida-Secret-1' };
    await project.write('POST', '/users', { ...ida, first_name: 'Ida', last_name: 'I', status: 'active', role });
    const own = octavo(address());
    await expect(own.auth.login(ida)).rejects.toMatchObject({ code: 113, status: 200 });
    const body = { '2fa_secret': 'JBSWY3DPEHPK3PXP', otp: codeOf('JBSWY3DPEHPK3PXP') };
    await own.request('POST', '/users/me/activate_2fa', {}, body);
    expect((await own.users.me({ fields: ['email'] })).email).toBe(ida.email);
  });

  it('uploads a file, changes it, and reports the progress', async () => {
    const steps: number[] = [];
    const content = new Blob(['x'.repeat(200_000)], { type: 'text/plain' });
    const file = await db.files.upload(
      content,
      { title: 'Letter', tags: ['a', 'b'] },
      { name: 'letter.txt', onProgress: ({ sent }) => steps.push(sent) },
    );
    expect(file).toMatchObject({ title: 'Letter', filesize: 200_000, tags: ['a', 'b'] });
    expect(steps.at(-1)).toBe(200_000);
    expect((await db.files.update(file.id, { title: 'Card' })).title).toBe('Card');
    await db.files.delete(file.id);
  });

  it('reads settings, fields, collections and projects', async () => {
    expect((await db.settings.list()).length).toBeGreaterThan(0);
    expect((await db.fields('articles').list()).map(({ field }: { field: string }) => field)).toContain('author');
    expect((await db.collections.get('articles')).collection).toBe('articles');
    expect(await db.projects.list()).toContain(project.key);
    expect((await db.info()).api).toMatchObject({ version: expect.any(String) });
  });
});

/** A response of the server that replaces Octavo. */
type Reply = readonly [status: number, body: object, headers?: Readonly<Record<string, string>>] | 'cut';

describe('the typed client, when requests fail', () => {
  let replies: Reply[] = [];
  let asked: { readonly path: string; readonly key: unknown; readonly token: string }[] = [];
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    asked.push({ path: url, key: headers['idempotency-key'], token: headers.authorization ?? '' });
    const reply = replies.shift() ?? [200, { data: { id: 1 } }];
    if (reply === 'cut') return request.socket.destroy();
    const [status, body, more = {}] = reply;
    response.writeHead(status, { 'Content-Type': 'application/json', ...more }).end(JSON.stringify(body));
  });
  const items = (options: object = {}) => {
    const { port } = server.address() as AddressInfo;
    return octavo(`http://127.0.0.1:${port}/demo`, options).items('articles');
  };
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  afterAll(() => server.close());

  const given = (...next: Reply[]): void => {
    replies = next;
    asked = [];
  };
  const BUSY: Reply = [503, { error: { code: 11, message: 'busy' } }, { 'Retry-After': '0.01' }];

  it('repeats a creation with the same key', async () => {
    given(BUSY, 'cut', [200, { data: { id: 7 } }]);
    expect(await items().create({})).toEqual({ id: 7 });
    expect(asked.map(({ key: each }) => each)).toEqual(Array(3).fill(asked[0]?.key));
    expect(asked[0]?.key).toMatch(/^\d{10,}$/);
  });

  it('repeats a change that was refused because of load, but none without a response', async () => {
    given(BUSY, [200, { data: { id: 7 } }]);
    expect(await items().update(7, {})).toEqual({ id: 7 });
    given('cut');
    await expect(items().update(7, {})).rejects.toMatchObject({ status: 0, code: null, cause: expect.anything() });
    expect(asked).toHaveLength(1);
  });

  it('gives up after the permitted number of attempts, and if the pause would be long', async () => {
    given(BUSY, BUSY, BUSY);
    await expect(items({ retries: 1 }).list()).rejects.toMatchObject({ status: 503, code: 11 });
    expect(asked).toHaveLength(2);
    given([429, { error: { code: 7, message: 'later' } }, { 'Retry-After': '3600' }]);
    await expect(items().list()).rejects.toBeInstanceOf(OctavoError);
    expect(asked).toHaveLength(1);
  });

  it('does not repeat what the server refuses', async () => {
    given([422, { error: { code: 202, message: 'Invalid field' } }]);
    await expect(items().list()).rejects.toMatchObject({ status: 422, message: 'Invalid field' });
    expect(asked).toHaveLength(1);
  });

  it('ends with its signal, and with its timeout', async () => {
    given(...Array<Reply>(9).fill([503, {}, { 'Retry-After': '20' }]));
    const stop = new AbortController();
    const waiting = items().list({ signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    const hung = items({ fetch: (_: string, { signal }: RequestInit) => untilAborted(signal), timeout: 20 });
    await expect(hung.list()).rejects.toMatchObject({ status: 0, cause: { name: 'TimeoutError' } });
  });

  it('refreshes a token once for all requests, shortly before it expires', async () => {
    const [old, fresh] = [tokenFor(20), tokenFor(3600)];
    given([200, { data: { token: fresh } }]);
    const own = items({ token: old });
    await Promise.all([own.get(1), own.get(2), own.get(3)]);
    expect(asked.filter(({ path }) => path === '/demo/auth/refresh')).toHaveLength(1);
    expect(asked.slice(1).map(({ token }) => token)).toEqual(Array(3).fill(`Bearer ${fresh}`));
  });

  it('refreshes a token that is refused, once', async () => {
    const [old, fresh] = [tokenFor(3600), tokenFor(7200)];
    const refused: Reply = [401, { error: { code: 3, message: 'no' } }];
    given(refused, [200, { data: { token: fresh } }], [200, { data: { id: 1 } }]);
    expect(await items({ token: old }).get(1)).toEqual({ id: 1 });
    given(refused, [200, { data: { token: fresh } }], refused);
    await expect(items({ token: old }).get(1)).rejects.toMatchObject({ status: 401 });
    given(refused);
    await expect(items({ token: 'static-token' }).get(1)).rejects.toMatchObject({ status: 401 });
    expect(asked).toHaveLength(1);
  });
});

const untilAborted = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

/** A temporary token that expires in this many seconds. Its signature is not checked here. */
function tokenFor(seconds: number): string {
  const claims = { exp: Math.floor(Date.now() / 1000) + seconds, ttl: 20 };
  return `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
}
