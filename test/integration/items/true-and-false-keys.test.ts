import { beforeAll, expect, it } from 'vitest';
import { id, text } from '../../support/fields.ts';
import { graphqlData } from '../../support/graphql.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { addReader } from '../../support/signing-in.ts';

const READER = 'the-token-of-one-who-reads-flags';

onEveryEngine('an item whose key is a boolean', ({ project, engine }) => {
  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (statement: string) => database.run({ text: statement, parameters: [] });
    await run('CREATE TABLE flags (id BOOLEAN NOT NULL PRIMARY KEY, name VARCHAR(20))');
    await run('CREATE TABLE uses (id INTEGER PRIMARY KEY, flag BOOLEAN)');
    await project.write('POST', '/collections', { collection: 'other', fields: [id, text('name')] });
    for (const collection of ['flags', 'uses'])
      await project.write('PATCH', `/collections/${collection}`, { managed: true });
    // On MySQL, a boolean column has small integers.
    if (engine === 'mysql') await project.write('PATCH', '/fields/flags/id', { type: 'boolean' });
    await project.write('POST', '/fields/flags', { field: 'uses', type: 'o2m', interface: 'one-to-many' });
    const related = { collection_many: 'uses', field_many: 'flag', collection_one: 'flags', field_one: 'uses' };
    await project.write('POST', '/relations', related);
    const role = await addReader(project, READER);
    for (const collection of ['flags', 'uses', 'directus_revisions', 'directus_activity'])
      await project.write('POST', '/permissions', { collection, role, read: 'full' });
  });

  it('is created, alone and in lists, in the order of the list', async () => {
    expect(await project.write('POST', '/items/flags', { id: true, name: 'on' })).toEqual({ id: true, name: 'on' });
    expect((await project.ask('DELETE', '/items/flags/true')).status).toBe(204);
    const list = [
      { id: true, name: 'on' },
      { id: false, name: 'off' },
    ];
    expect(await project.write('POST', '/items/flags', list)).toEqual(list);
  });

  it.each([
    [true, '1'],
    [false, '0'],
  ])('is read, changed, recorded and reverted by its key: %s', async (key, other) => {
    const path = `/items/flags/${key}`;
    expect(await project.read(path)).toMatchObject({ id: key });
    expect(await project.read(`/items/flags/${other}`)).toMatchObject({ id: key });
    expect(await project.read(`/items/flags?filter[id]=${key}&fields=id`)).toEqual([{ id: key }]);
    await project.write('PATCH', path, { name: 'first' });
    const changed = await project.write('PATCH', '/items/flags', [{ id: key, name: 'second' }]);
    expect(changed).toEqual([{ id: key, name: 'second' }]);
    const revisions = await project.read<{ id: number; item: string }[]>(`${path}/revisions?sort=-id&limit=2`);
    expect(revisions.map(({ item }) => item)).toEqual([String(key), String(key)]);
    await project.write('PATCH', `${path}/revert/${revisions[1]?.id}`);
    expect(await project.read(path)).toMatchObject({ id: key, name: 'first' });
    const { body } = await project.ask('GET', `${path}/revisions?sort=-id&limit=1`, undefined, READER);
    expect(body.data).toMatchObject([{ item: String(key), data: { id: key, name: 'first' } }]);
    await project.write('POST', '/activity/comment', { collection: 'flags', item: String(key), comment: 'x' });
    expect(await project.read(`/activity?filter[action]=comment&filter[item]=${key}`)).toHaveLength(1);
  });

  it('is written together with items that refer to it, and shown in them', async () => {
    await project.write('POST', '/items/uses', { id: 1, flag: { id: true, name: 'nested' } });
    expect(await project.read('/items/flags/true')).toMatchObject({ name: 'nested' });
    await project.write('POST', '/items/uses', { id: 2 });
    await project.write('PATCH', '/items/flags/false', { uses: [{ id: 2 }] });
    await project.write('POST', '/items/uses', { id: 3, flag: true });
    expect(await project.read('/items/uses?fields=id,flag.id&sort=id')).toEqual([
      { id: 1, flag: { id: true } },
      { id: 2, flag: { id: false } },
      { id: 3, flag: { id: true } },
    ]);
  });

  it('is read and changed in GraphQL', async () => {
    const read = '{ flags(id: "true") { data { id name uses { id } } } }';
    expect(await graphqlData(project, read)).toMatchObject({ flags: { data: [{ id: true, name: 'nested' }] } });
    const changed = 'mutation { update_flags(ids: ["true"], set: { name: "g" }) { id name } }';
    expect(await graphqlData(project, changed)).toEqual({ update_flags: [{ id: true, name: 'g' }] });
  });

  it('is paged by cursor, and deleted', async () => {
    const page = await project.ask('GET', '/items/flags?fields=id&limit=1&meta=cursor');
    expect(page.body.data).toEqual([{ id: false }]);
    const { cursor } = page.body.meta as { cursor: { after: string } };
    expect(await project.read(`/items/flags?fields=id&limit=1&after=${cursor.after}`)).toEqual([{ id: true }]);
    expect((await project.ask('DELETE', '/items/flags/false,true')).status).toBe(204);
    expect(await project.read('/items/flags')).toEqual([]);
  });
});
