import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

onEveryEngine('a column whose name has a meaning in queries', ({ project, engine }) => {
  const quote = (name: string): string => (engine === 'mysql' ? `\`${name}\`` : `"${name}"`);
  const ids = async (query: string): Promise<number[]> => {
    const items = await project.read<{ id: number }[]>(`/items/odd?fields=id&${query}`);
    return items.map((item) => item.id);
  };

  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (text: string) => database.run({ text, parameters: [] });
    const names = ['my.dot', '-less', 'a.b.c', 'less', '-only'].map((name) => `${quote(name)} INTEGER`).join(', ');
    await run(`CREATE TABLE odd (id INTEGER PRIMARY KEY, next INTEGER, ${names})`);
    await run('INSERT INTO odd VALUES (1, 3, 5, 2, 7, 1, 6), (2, 1, 4, 3, 8, 1, 4), (3, 2, 5, 1, 9, 1, 5)');
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    const related = { collection_many: 'odd', field_many: 'next', collection_one: 'odd', field_one: null };
    await project.write('POST', '/relations', related);
  });

  it('is filtered by', async () => {
    expect(await ids('filter[my.dot]=5')).toEqual([1, 3]);
    expect(await ids('filter[a.b.c][gt]=7')).toEqual([2, 3]);
    expect(await ids('filter[next.my.dot]=4')).toEqual([3]);
    expect(await ids('filter[next.next.a.b.c]=7')).toEqual([3]);
    expect(await ids(`filter=${encodeURIComponent('{"-less":{"in":[2,3]}}')}`)).toEqual([1, 2]);
  });

  it('is sorted by', async () => {
    expect(await ids('sort=my.dot,-id')).toEqual([2, 3, 1]);
    expect(await ids('sort=-my.dot,id')).toEqual([1, 3, 2]);
    expect(await ids('sort=--less')).toEqual([2, 1, 3]);
    expect(await ids('sort=-only')).toEqual([2, 3, 1]);
    expect(await ids('sort=-less,-id')).toEqual([3, 2, 1]);
  });

  it('is grouped by', async () => {
    const groups = await project.read<object[]>('/items/odd?groupBy=my.dot&aggregate[count]=*&sort=my.dot');
    expect(groups).toEqual([
      { group: { 'my.dot': 4 }, count: { '*': 1 } },
      { group: { 'my.dot': 5 }, count: { '*': 2 } },
    ]);
    expect(await project.read('/items/odd?groupBy=next.a.b.c&aggregate[sum]=my.dot&filter[id]=1')).toEqual([
      { group: { 'next.a.b.c': 9 }, sum: { 'my.dot': 5 } },
    ]);
  });

  it('is chosen', async () => {
    expect(await project.read('/items/odd?fields=id,my.dot,next.a.b.c,next.id&filter[id]=1')).toEqual([
      { id: 1, 'my.dot': 5, next: { id: 3, 'a.b.c': 9 } },
    ]);
  });
});
