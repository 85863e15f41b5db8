import { beforeAll, expect, it } from 'vitest';
import { text, toMany } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

const key = { ...text('id', { length: 20 }), primary_key: true };
/** Too long for an index. */
const tie = { ...text('book', { length: 700 }), type: 'm2o' };

onEveryEngine('filters on a relation without an index', ({ project }) => {
  beforeAll(async () => {
    await project.write('POST', '/collections', {
      collection: 'books',
      fields: [key, text('name'), toMany('pages')],
    });
    await project.write('POST', '/collections', { collection: 'pages', fields: [key, text('words'), tie] });
    const relation = { collection_many: 'pages', field_many: 'book', collection_one: 'books', field_one: 'pages' };
    await project.write('POST', '/relations', relation);
    for (const id of ['a', 'b', 'c']) await project.write('POST', '/items/books', { id, name: `book ${id}` });
    for (const [id, book, words] of [
      ['1', 'a', 'yes'],
      ['2', 'a', 'no'],
      ['3', 'b', 'no'],
      ['4', null, 'yes'],
    ])
      await project.write('POST', '/items/pages', { id, book, words });
  });

  const found = async (path: string): Promise<string[]> =>
    (await project.read<{ id: string }[]>(path)).map(({ id }) => id);

  it.each([
    ['[pages][nnull]', ['a', 'b']],
    ['[pages][null]', ['c']],
    ['[pages.words]=yes', ['a']],
    ['[pages.words]=no', ['a', 'b']],
    ['[pages][in]=3,4', ['b']],
    ['[pages][has]=2', ['a']],
    ['[pages][nhas]=1', ['c']],
    ['[pages.book.pages.words]=yes', ['a']],
  ])('filter%s', async (filter, ids) => {
    expect(await found(`/items/books?filter${filter}`)).toEqual(ids);
  });

  it.each([
    ['[book.pages.words]=yes', ['1', '2']],
    ['[book.pages][nhas]=2', ['3']],
    ['[book.pages.book.pages.book.name]=book b', ['3']],
    ['[id]=4&filter[book.pages.words][eq]=yes&filter[book.pages.words][logical]=or', ['1', '2', '4']],
  ])('of pages, filter%s', async (filter, ids) => {
    expect(await found(`/items/pages?filter${filter}`)).toEqual(ids);
  });
});
