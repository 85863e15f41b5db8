import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEngines } from '../../support/on-every-engine.ts';

onEngines(['mysql'], 'a column of bits', ({ project }) => {
  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (text: string) => database.run({ text, parameters: [] });
    await run('CREATE TABLE flags (id INTEGER PRIMARY KEY, one BIT(1), many BIT(64))');
    await run('CREATE TABLE keyed (id BIT(8) PRIMARY KEY, name VARCHAR(10))');
    await run("INSERT INTO keyed VALUES (1, 'one'), (255, 'all')");
    await run("INSERT INTO flags VALUES (1, b'0', 0), (2, b'1', 5), (3, b'1', 18446744073709551615)");
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
  });

  const ids = async (query: string) =>
    (await project.read<{ id: number }[]>(`/items/flags?fields=id&${query}`)).map((item) => item.id);

  it('is filtered and sorted by the bytes that are shown', async () => {
    for (const item of await project.read<{ id: number; one: string; many: string }[]>('/items/flags')) {
      expect(await ids(`filter[many][eq]=${encodeURIComponent(item.many)}`)).toEqual([item.id]);
      expect(await ids(`filter[one][in]=${encodeURIComponent(item.one)}`)).toEqual(item.id === 1 ? [1] : [2, 3]);
    }
    expect(await ids('filter[one][neq]=AQ==')).toEqual([1]);
    expect(await ids('sort=-many')).toEqual([3, 2, 1]);
  });

  it('is paged by cursor', async () => {
    const { body } = await project.ask('GET', '/items/flags?sort=many&limit=2&meta=cursor');
    const { after } = (body as unknown as { meta: { cursor: { after: string } } }).meta.cursor;
    expect(await ids(`sort=many&limit=2&meta=cursor&after=${after}`)).toEqual([3]);
  });

  it('is the key of items that are changed and deleted', async () => {
    const all = { id: '/w==', name: 'changed' };
    expect(await project.write('PATCH', '/items/keyed/%2Fw%3D%3D', { name: 'changed' })).toEqual(all);
    expect(await project.read('/items/keyed')).toEqual([{ id: 'AQ==', name: 'one' }, all]);
    expect((await project.ask('DELETE', '/items/keyed/%2Fw%3D%3D')).status).toBe(204);
    expect(await project.read('/items/keyed')).toEqual([{ id: 'AQ==', name: 'one' }]);
  });

  it('is written', async () => {
    expect(await project.write('PATCH', '/items/flags/1', { one: 'AQ==' })).toMatchObject({ one: 'AQ==' });
    expect(await project.write('PATCH', '/items/flags/1', { one: 'AA==' })).toMatchObject({ one: 'AA==' });
  });
});
