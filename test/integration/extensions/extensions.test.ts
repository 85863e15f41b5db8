import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { id } from '../../support/fields.ts';
import { addNotes, onEveryEngine } from '../../support/on-every-engine.ts';
import { ADMIN_TOKEN, type Answered } from '../../support/project.ts';

const SOON = { timeout: 10_000, interval: 20 };

/** What hooks of this file report, since they run in the same process. */
const heard: { event: string; data: Record<string, unknown>; caller: { id: number | null } }[] = [];
(globalThis as Record<string, unknown>).heard = heard;

const HEAR = '(data, context) => void globalThis.heard.push({ event: context.event, data, caller: context.caller })';

onEveryEngine('extensions', ({ engine, server, project, prepare }) => {
  prepare(() => ({ server: { watchExtensions: true } }));
  let clock = Date.now();
  beforeAll(async () => {
    await addNotes(project);
  });
  beforeEach(() => {
    heard.length = 0;
    for (const place of ['custom', 'projects'])
      rmSync(join(server.data, 'extensions', place), { recursive: true, force: true });
  });

  const folderOf = (kind: string, place = `projects/${project.key}`): string =>
    join(server.data, 'extensions', place, kind);

  /** Writes a module, each newer than the one before. */
  function write(kind: 'hooks' | 'endpoints', name: string, text: string, place?: string): void {
    const folder = folderOf(kind, place);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), text);
    clock += 1000;
    utimesSync(join(folder, name), clock / 1000, clock / 1000);
  }

  const ask = (method: string, path: string, body?: unknown, token?: string | null): Promise<Answered> =>
    project.ask(method, path, body, token);
  const create = async (payload: object): Promise<{ id: number; title: string; code: string | null }> => {
    const { status, text, body } = await ask('POST', '/items/notes', payload);
    if (status !== 200) throw new Error(text);
    return body.data as { id: number; title: string; code: string | null };
  };
  const events = (): string[] => heard.map(({ event }) => event);

  it('filters change what is written, before it is checked', async () => {
    write(
      'hooks',
      'titles.mjs',
      `export const filters = {
         'item.create.notes:before': (data) => ({ ...data, title: data.title.trim(), ...(data.code === 'bad' && { nope: 1 }) }),
         'item.update:before': (data, { collection }) => collection === 'notes' ? { ...data, text: 'changed' } : data,
       };`,
    );
    const item = await create({ title: '  Plums  ' });
    expect(item.title).toBe('Plums');
    const changed = await ask('PATCH', `/items/notes/${item.id}`, { title: 'Pears' });
    expect(changed.body.data).toMatchObject({ title: 'Pears', text: 'changed' });
    const before = await project.digest();
    expect(await ask('POST', '/items/notes', { title: 'x', code: 'bad' })).toMatchObject({ status: 422 });
    expect(await project.digest()).toBe(before);
  });

  it('actions before a write refuse it in their own words, and nothing is written', async () => {
    const { id } = await create({ title: 'kept' });
    write(
      'hooks',
      'guard.mjs',
      `export const actions = {
         'item.delete.notes:before': () => { throw { status: 409, code: 7001, message: 'Notes are kept' }; },
         'item.update.notes:before': async (data, { items }) => {
           await items('notes').create({ title: 'written by a hook' });
           throw Object.assign(new Error('No changes today'), { status: 422 });
         },
         'item.create.notes:before': ({ title }) => { if (title === 'x') throw new Error('a secret detail'); },
       };`,
    );
    const before = await project.digest();
    const removed = await ask('DELETE', `/items/notes/${id}`);
    expect(removed).toMatchObject({ status: 409, body: { error: { code: 7001, message: 'Notes are kept' } } });
    const changed = await ask('PATCH', `/items/notes/${id}`, { title: 'x' });
    expect(changed).toMatchObject({ status: 422, body: { error: { code: 12, message: 'No changes today' } } });
    const made = await ask('POST', '/items/notes', { title: 'x' });
    expect(made).toMatchObject({ status: 503, body: { error: { code: 11 } } });
    expect(made.text).not.toContain('secret detail');
    expect(await project.digest()).toBe(before);
  });

  it('writes of a hook inside a write belong to it', async () => {
    write(
      'hooks',
      'twin.mjs',
      `export const actions = {
         'item.create.notes:before': async (data, { items }) => {
           if (!data.title.startsWith('twin of')) await items('notes').create({ title: 'twin of ' + data.title });
         },
       };`,
    );
    await create({ title: 'single' });
    const found = await ask('GET', '/items/notes?filter[title][in]=single,twin of single&fields=title&sort=title');
    expect(found.body.data).toEqual([{ title: 'single' }, { title: 'twin of single' }]);
  });

  it('hooks that trigger each other endlessly are stopped, and nothing is written', async () => {
    write(
      'hooks',
      'loop.mjs',
      `export const actions = { 'item.create.notes:before': (data, { items }) => items('notes').create({ title: 'again' }) };`,
    );
    const before = await project.digest();
    expect(await ask('POST', '/items/notes', { title: 'loop' })).toMatchObject({ status: 503 });
    expect(await project.digest()).toBe(before);
  });

  it('actions after a write run when it is committed, and their failures harm nobody', async () => {
    write(
      'hooks',
      'after.mjs',
      `export const actions = {
         'item.create.notes:after': [() => { throw new Error('after'); }, ${HEAR}],
         'item.update.notes': ${HEAR},
         'item.delete': async (data, context) => {
           const log = context.items('notes', { as: 'server' });
           await log.create({ title: 'deleted ' + data.title });
           (${HEAR})(data, context);
         },
       };`,
    );
    const { id } = await create({ title: 'told', code: `told-${engine}` });
    await vi.waitFor(() => expect(events()).toContain('item.create.notes:after'), SOON);
    expect(heard[0]?.data).toEqual({ id, title: 'told', text: null, code: `told-${engine}` });
    expect(heard[0]?.caller).toMatchObject({ id: 1 });
    await ask('PATCH', `/items/notes/${id}`, { title: 'told again' });
    await ask('DELETE', `/items/notes/${id}`);
    await vi.waitFor(() => expect(events()).toContain('item.delete'), SOON);
    expect(heard.find(({ event }) => event === 'item.update.notes')?.data).toEqual({ id, title: 'told again' });
    const found = await ask('GET', '/items/notes?filter[title]=deleted told again');
    expect(found.body.data).toHaveLength(1);
  });

  it('hooks are not notified of what was rolled back', async () => {
    write('hooks', 'all.mjs', `export const actions = { 'item.create': ${HEAR} };`);
    const code = `rolled-${engine}`;
    const refused = await ask('POST', '/items/notes', [
      { title: 'a', code },
      { title: 'b', code },
    ]);
    expect(refused.status).toBe(409);
    const { id } = await create({ title: 'last' });
    await vi.waitFor(() => expect(events()).toContain('item.create'), SOON);
    expect(
      heard.filter(({ event, data }) => event === 'item.create' && data.code !== undefined).map(({ data }) => data.id),
    ).toEqual([id]);
  });

  it('filters of reads change what is shown, in lists, single items and answers to writes', async () => {
    const { id } = await create({ title: 'plain' });
    write(
      'hooks',
      'shout.mjs',
      `export const filters = { 'item.read.notes': (rows) => rows.map((row) => ({ ...row, title: row.title?.toUpperCase() })) };`,
    );
    expect((await ask('GET', `/items/notes/${id}?fields=title`)).body.data).toEqual({ title: 'PLAIN' });
    for (const limit of [-1, 5]) {
      const list = await ask('GET', `/items/notes?filter[id]=${id}&fields=title&limit=${limit}`);
      expect(list.body.data).toEqual([{ title: 'PLAIN' }]);
    }
    expect((await create({ title: 'written' })).title).toBe('WRITTEN');
  });

  it('are notified of collections, fields and sign-ins, and may refuse them', async () => {
    write(
      'hooks',
      'schema.mjs',
      `const refuse = () => { throw { status: 403, message: 'Not today' }; };
       export const actions = {
         'collection.create': ${HEAR},
         'field.create.notes:before': refuse,
         'auth.request:credentials': ({ email }) => { if (email === 'admin@example.com') refuse(); },
         'auth.fail': ${HEAR},
       };`,
    );
    const name = 'hooked';
    expect(await ask('POST', '/collections', { collection: name, fields: [id] })).toMatchObject({ status: 200 });
    await vi.waitFor(() => expect(events()).toContain('collection.create'), SOON);
    const field = { field: 'more', type: 'string', datatype: 'VARCHAR', length: 10 };
    expect(await ask('POST', '/fields/notes', field)).toMatchObject({ status: 403 });
    expect(await ask('GET', '/fields/notes/more')).toMatchObject({ status: 404 });
    const account = { email: 'admin@example.com', password: 'Admin-Secret-1' };
    expect(await ask('POST', '/auth/authenticate', account, null)).toMatchObject({ status: 403 });
    await vi.waitFor(() => expect(events()).toContain('auth.fail'), SOON);
    expect(JSON.stringify(heard)).not.toContain('Admin-Secret');
  });

  it('are notified of the undo of a schema change as of the same change, and may refuse it', async () => {
    const title = { field: 'title', type: 'string', datatype: 'VARCHAR', length: 10 };
    await project.write('POST', '/collections', { collection: 'again', fields: [id, title] });
    expect((await ask('DELETE', '/fields/again/title')).status).toBe(204);
    write(
      'hooks',
      'undo.mjs',
      `export const actions = {
         'field.create.again': ${HEAR},
         'field.delete.again': ${HEAR},
         'collection.create:before': () => { throw { status: 403, message: 'Not today' }; },
       };`,
    );
    const undo = async (): Promise<Answered> => {
      const [newest] = await project.read<{ id: number }[]>('/schema-changes?limit=1');
      return ask('POST', `/schema-changes/${newest?.id}/undo`);
    };
    expect((await undo()).status).toBe(200);
    await vi.waitFor(
      () => expect(heard).toMatchObject([{ event: 'field.create.again', data: { field: 'title' } }]),
      SOON,
    );
    expect((await undo()).status).toBe(200);
    await vi.waitFor(() => expect(events()).toEqual(['field.create.again', 'field.delete.again']), SOON);
    expect((await ask('DELETE', '/collections/again')).status).toBe(204);
    expect(await undo()).toMatchObject({ status: 403 });
    expect((await ask('GET', '/items/again')).status).toBe(404);
  });

  it('are notified of the undo of a relation as of the item that it writes, and may refuse it', async () => {
    const toNotes = { field: 'note', type: 'integer', datatype: 'INT', interface: 'many-to-one' };
    await project.write('POST', '/collections', { collection: 'leads', fields: [id, toNotes] });
    const relation = { collection_many: 'leads', field_many: 'note', collection_one: 'notes', field_one: null };
    const made = await project.write<{ id: number }>('POST', '/relations', relation);
    write(
      'hooks',
      'relations.mjs',
      `export const actions = {
         'item.create.directus_relations': ${HEAR},
         'item.delete.directus_relations': ${HEAR},
         'item.delete.directus_relations:before': (data) => {
           if (globalThis.keepsRelations) throw { status: 403, message: 'It stays' };
         },
       };`,
    );
    const undo = async (): Promise<Answered> => {
      const [newest] = await project.read<{ id: number }[]>('/schema-changes?limit=1');
      return ask('POST', `/schema-changes/${newest?.id}/undo`);
    };
    await project.write('POST', '/webhooks', {
      ...{ status: 'active', http_action: 'post', url: 'http://127.0.0.1:9/' },
      ...{ collection: 'directus_relations', directus_action: 'item.delete:after' },
    });
    const there = (): Promise<number> => ask('GET', `/relations/${made.id}`).then(({ status }) => status);
    expect((await undo()).status).toBe(200);
    await vi.waitFor(
      () =>
        expect(heard).toMatchObject([{ event: 'item.delete.directus_relations', data: { ...relation, id: made.id } }]),
      SOON,
    );
    expect(await there()).toBe(404);
    expect((await ask('GET', '/deliveries')).text).toContain(`of directus_relations/${made.id} to webhook`);
    expect((await undo()).status).toBe(200);
    await vi.waitFor(() => expect(heard).toHaveLength(2), SOON);
    expect(heard[1]).toMatchObject({
      event: 'item.create.directus_relations',
      data: { collection_many: 'leads', field_many: 'note', collection_one: 'notes' },
    });
    vi.stubGlobal('keepsRelations', true);
    expect(await undo()).toMatchObject({ status: 403 });
    vi.unstubAllGlobals();
    expect(await there()).toBe(200);
  });

  it('endpoints answer below /custom, know the caller, and are refused like everything else', async () => {
    write(
      'endpoints',
      'shop.mjs',
      `export const endpoints = [
         { path: '/', handler: (request, { project }) => ({ project }) },
         { path: '/orders/:id', handler: ({ params, query, headers }, { caller }) => ({ params, query, caller, shown: headers.authorization ?? null }) },
         { method: ['POST', 'PATCH'], path: '/orders', handler: ({ body }) => ({ status: 201, headers: { 'X-Order': '1' }, body }) },
         { path: '/mine', access: 'authenticated', handler: (request, { items }) => items('notes').read({ limit: 1, fields: ['id'] }) },
         { path: '/text', handler: () => ({ status: 200, headers: { 'Content-Type': 'text/csv' }, body: 'a,b' }) },
         { path: '/broken', handler: () => { throw new Error('a secret detail'); } },
         { path: '/refused', handler: () => { throw { status: 418, code: 99, message: 'Tea only' }; } },
         { path: '/denied', handler: (request, { items }) => items('notes').read() },
       ];`,
    );
    expect((await ask('GET', '/custom/shop')).body).toEqual({ project: project.key });
    const order = await ask('GET', '/custom/shop/orders/a%20b?x=1');
    expect(order.body).toMatchObject({
      params: { id: 'a b' },
      query: { x: '1' },
      caller: { id: 1, admin: true },
      shown: null,
    });
    const made = await ask('POST', '/custom/shop/orders', { n: 1 });
    expect([made.status, made.text]).toEqual([201, '{"n":1}']);
    const tokenless = await ask('POST', '/custom/shop/orders', { n: 2, access_token: ADMIN_TOKEN }, null);
    expect(tokenless.text).toBe('{"n":2}');
    expect((await ask('GET', '/custom/shop/text')).text).toBe('a,b');
    expect((await ask('GET', '/custom/shop/mine')).status).toBe(200);
    expect((await ask('GET', '/custom/shop/mine', undefined, null)).status).toBe(401);
    expect((await ask('GET', '/custom/shop/denied', undefined, null)).status).toBe(401);
    const broken = await ask('GET', '/custom/shop/broken');
    expect([broken.status, broken.text]).toEqual([500, '{"error":{"code":null,"message":"Internal Server Error"}}']);
    expect(await ask('GET', '/custom/shop/refused')).toMatchObject({ status: 418, body: { error: { code: 99 } } });
    expect((await ask('DELETE', '/custom/shop/orders')).status).toBe(405);
    for (const [method, path, status, allow] of [
      ['HEAD', '/text', 200, null],
      ['HEAD', '/orders', 405, 'OPTIONS, PATCH, POST'],
      ['DELETE', '/text', 405, 'GET, HEAD, OPTIONS'],
      ['HEAD', '/nothing', 404, null],
    ] as const) {
      const answer = await project.fetch(method, `/custom/shop${path}`);
      expect([method, path, answer.status, answer.headers.get('allow')]).toEqual([method, path, status, allow]);
    }
    expect((await ask('GET', '/custom/shop/nothing')).status).toBe(404);
    expect((await ask('GET', '/custom/nothing')).status).toBe(404);
  });

  it('an unusable module is skipped, and so are names with an underscore', async () => {
    write('hooks', 'broken.mjs', 'export const actions = {');
    write('hooks', 'wrong.mjs', 'export const actions = { "item.create": 5 };');
    write('hooks', '_off.mjs', `export const actions = { 'item.create': ${HEAR} };`);
    write('hooks', 'works.mjs', `export const actions = { 'item.create.notes': ${HEAR} };`, 'custom');
    await create({ title: 'works' });
    await vi.waitFor(() => expect(events()).toEqual(['item.create.notes']), SOON);
  });

  it('nothing outside the folders is ever imported', async () => {
    const outside = join(server.data, 'outside.mjs');
    writeFileSync(
      outside,
      `globalThis.heard.push({ event: 'outside' }); export const endpoints = [{ path: '/', handler: () => 'outside' }];`,
    );
    write('endpoints', 'inside.mjs', `export const endpoints = [{ path: '/', handler: () => 'inside' }];`);
    symlinkSync(outside, join(folderOf('endpoints'), 'linked.mjs'));
    mkdirSync(join(folderOf('endpoints'), 'folder.mjs'), { recursive: true });
    expect((await ask('GET', '/custom/inside')).text).toBe('inside');
    const names = [
      'linked',
      '..%2F..%2F..%2F..%2Foutside',
      '..%2finside',
      'inside.mjs',
      'constructor',
      '__proto__',
      '%00',
    ];
    for (const name of names) expect([name, (await ask('GET', `/custom/${name}`)).status]).toEqual([name, 404]);
    expect(events()).not.toContain('outside');
    const served = await fetch(`${server.base}/extensions/projects/${project.key}/endpoints/inside.mjs`);
    expect(served.status).toBe(404);
  });
});
