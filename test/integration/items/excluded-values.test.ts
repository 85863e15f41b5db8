import { beforeAll, expect, it } from 'vitest';
import { id, integer, text, toMany, toOne } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

/** Clients exclude what their visitors have chosen, which may be nothing yet. */
onEveryEngine('filters that exclude values', ({ project }) => {
  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'shelves', fields: [id, text('name'), toMany('books')] });
    await project.write('POST', '/collections', {
      collection: 'books',
      fields: [id, text('title'), integer('pages'), { field: 'day', type: 'date', datatype: 'DATE' }, toOne('shelf')],
    });
    const relation = { collection_many: 'books', field_many: 'shelf', collection_one: 'shelves', field_one: 'books' };
    await project.write('POST', '/relations', relation);
    await project.write('POST', '/items/shelves', [{ name: 'low' }, { name: 'high' }]);
    await project.write('POST', '/items/books', [
      { title: 'One', pages: 0, day: '2020-01-01', shelf: 1 },
      { title: 'Two', pages: 5, day: '2020-01-02', shelf: 1 },
      { title: '', pages: null, day: null, shelf: null },
    ]);
  });

  const found = async (path: string): Promise<number[]> =>
    (await project.read<{ id: number }[]>(path)).map(({ id }) => id);

  it.each([
    ['[id][nin]=', [1, 2, 3]],
    ['[id][nin]=,2', [1, 3]],
    ['[id][nin]=2,', [1, 3]],
    ['[id][nin][]=', [1, 2, 3]],
    ['[id][nin]=%2B,2', [1, 3]],
    ['[id][nin]=null,undefined', [1, 2, 3]],
    ['[pages][nin]=', [1, 2]],
    ['[pages][nin]= ,5', [1]],
    ['[shelf][nin]=', [1, 2]],
    ['[shelf][nin]=undefined', [1, 2]],
    ['[day][nin]=', [1, 2]],
    ['[id][neq]=', [1, 2, 3]],
    ['[id][neq]=%2B', [1, 2, 3]],
    ['[pages][neq]=', [1, 2]],
    ['[shelf][neq]=null', [1, 2]],
    ['[day][neq]=', [1, 2]],
    ['[shelf.id][nin]=', [1, 2]],
  ])('filter%s', async (filter, ids) => {
    expect(await found(`/items/books?filter${filter}`)).toEqual(ids);
  });

  it.each([
    ['[title][nin]=', [1, 2]],
    ['[title][nin]=,One', [2]],
    ['[title][neq]=null', [1, 2, 3]],
    ['[id][in]=', []],
    ['[id][in]=,2', [2]],
    ['[id]=%2B', []],
    ['[pages][lt]=', []],
    ['[id][nin]=1,2', [3]],
  ])('as before, filter%s', async (filter, ids) => {
    expect(await found(`/items/books?filter${filter}`)).toEqual(ids);
  });

  it('a list with as many values, but without an empty one, excludes all of them', async () => {
    expect(await found('/items/books?filter[id][nin]=,1')).toEqual([2, 3]);
    expect(await found('/items/books?filter[id][nin]=2,1')).toEqual([3]);
    expect(await found('/items/books?filter[id][nin]=1,')).toEqual([2, 3]);
  });

  it('an empty list in JSON excludes nothing', async () => {
    expect(await found('/items/books?filter={"id":{"nin":[]}}')).toEqual([1, 2, 3]);
    expect(await found('/items/books?filter={"id":{"nin":[""]}}')).toEqual([1, 2, 3]);
  });

  it('related items are excluded alike', async () => {
    expect(await found('/items/shelves?filter[books][nin]=')).toEqual([1]);
    expect(await found('/items/shelves?filter[books][nin]=,1,2')).toEqual([]);
  });
});
