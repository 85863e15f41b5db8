import { beforeAll, expect, it } from 'vitest';
import { text } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { addReader, dataOf } from '../../support/signing-in.ts';
import { COLLECTIONS, ITEMS, RELATIONS } from './library.ts';

type Asked = readonly [method: string, path: string, body: unknown, status: number, expected: unknown];

/** Lists, and the keys of the items that they show, in order. */
const LISTS: readonly (readonly [query: string, keys: readonly number[]])[] = [
  ['sort=pages,?', [2, 3, 1, 4]],
  ['sort=-pages,?,title', [1, 3, 2, 4]],
  ['filter[lines][nhas]=1', [3, 4]],
  ['filter[lines][nhas]=2', [2, 3, 4]],
  ['filter[lines][has]=', [1, 2, 3, 4]],
  ['filter[lines][nhas]=', [1, 2, 3, 4]],
  ['filter[pages]=30&filter[pages][gt]=10', [1]],
  ['filter[pages][gt]=10&filter[pages]=10', []],
  ['filter[id]=2&filter[pages]=30&filter[pages][logical]=or', [1, 2]],
  ['filter[id]=2&filter[pages][logical]=or&filter[pages]=30', [1, 2]],
  ['filter[pages][null]=1&filter[pages][gt]=20&filter[pages][logical]=or', [1, 4]],
  ['filter[pages]=20&filter[writer][nnull]=1&filter[writer][logical]=or', [1, 2, 3]],
  ['filter[id]=1&filter[writer][empty]=1&filter[writer][logical]=or', [1, 3, 4]],
  ['filter[id]=4&filter[writer][nempty]=1&filter[writer][logical]=or', [1, 2, 4]],
  ['filter[writer][ncontains]=ann', [2]],
  ['filter[writer][nrlike]=A%25', [2]],
  ['filter[moment]=2020-01-31T13:05:00', [1]],
  ['filter[moment][gte]=2020-1-31T13:5:0', [1, 2]],
  ['filter[moment][gte]=2020-01-31 13:05', [1, 2]],
  ['filter[moment][lte]=2020-01-31T13:05', [1]],
  ['filter[moment]=2020-01-31T13:05:00.000Z', [1]],
  ['filter[moment]=2020-01-31T15:05:00.000%2B02:00', [1]],
  ['filter[moment]=2020-01-31T13:05:00+00:00', [1]],
  ['filter[moment][in]=2020-01-31T15:05:00.000+02:00,2021-01-31T13:05:00Z', [1, 2]],
  ['filter[moment][gte]=2020-01-31T13:05:00.001Z', [2]],
  ['filter[moment][gt]=2020-01-31T13:05:00.123456789Z', [2]],
  ['filter[moment][lt]=2020-01-31 13:05:00.5', [1]],
  ['filter[moment][in]=2020-01-31T13:05:00.000Z,2021-01-31T13:05:00.000Z', [1, 2]],
  ['filter[moment][between]=2020-01-31T13:05:00.000Z,2021-01-31T13:04:59.999Z', [1]],
  ['single=[]', [1, 2, 3, 4]],
  ['single="0"', [1, 2, 3, 4]],
  ['single={}', [1, 2, 3, 4]],
];

const ANSWERS: Readonly<Record<string, Asked>> = {
  'single is whatever PHP takes for true': ['GET', '/items/books?single=2&fields=id', undefined, 200, { id: 1 }],
  'a star beside an expanded relation names the related lists by their tie': [
    'GET',
    '/items/books/1?fields=*,-data,-price,-moment,-status,-pages,writer.name',
    undefined,
    200,
    { id: 1, title: 'One', writer: { name: 'Ann' }, lines: [{ book: 1 }, { book: 1 }] },
  ],
  'a star alone names no lists': [
    'GET',
    '/items/writers/1?fields=*',
    undefined,
    200,
    { id: 1, name: 'Ann', code: 'ABC' },
  ],
  'keys are compared as they are written': ['GET', '/items/books/01', undefined, 404, 203],
  'a key with a point is none': ['PATCH', '/items/books/1.0', { title: 'x' }, 404, 203],
  'an empty list is an item that says nothing': [
    'POST',
    '/items/lines?fields=text,book',
    [],
    200,
    { text: null, book: null },
  ],
  'an empty object reads as an empty list, however deep': [
    'POST',
    '/items/books?fields=data',
    { data: { a: {}, b: [{}, '{}'], c: { d: 1 } } },
    200,
    { data: { a: [], b: [[], '{}'], c: { d: 1 } } },
  ],
  'a list is no related item': ['PATCH', '/items/books/1', { writer: [2] }, 422, 12],
  'nor is a list of one': ['PATCH', '/items/books/1', { title: 'x', writer: [{ id: 2 }] }, 422, 12],
  'a minus is a digit of a decimal': ['POST', '/items/books', { price: -123.45 }, 422, 12],
  'as many digits with the minus are taken': [
    'POST',
    '/items/books?fields=price',
    { price: -12.45 },
    200,
    { price: -12.45 },
  ],
  'addresses of users are equal in any case': [
    'GET',
    '/users?fields=id&filter[email][eq]=ADMIN@Example.com&filter[email][in]=x,Admin@example.COM',
    undefined,
    200,
    [{ id: 1 }],
  ],
  'and none is another': ['GET', '/users?fields=id&filter[email][neq]=ADMIN@Example.com', undefined, 200, []],
  'a comment has no other fields': [
    'POST',
    '/activity/comment',
    { collection: 'books', item: 1, comment: 'x', colour: 'red' },
    422,
    12,
  ],
  'a status is no list': ['POST', '/items/pages', { status: ['draft'], title: 'x' }, 422, 213],
  'nor an object': ['POST', '/items/pages', { status: { a: 1 }, title: 'x' }, 422, 213],
  'the status of a user is no list either': ['PATCH', '/users/1', { status: ['active'] }, 422, 213],
  'a comment is no list': ['POST', '/activity/comment', { collection: 'books', item: 1, comment: ['x'] }, 422, 213],
  'what a column cannot hold is refused in statuses that require nothing': [
    'POST',
    '/items/pages',
    { status: 'draft', title: 'x'.repeat(31) },
    422,
    12,
  ],
  'so are values of another type': ['POST', '/items/pages', { status: 'draft', title: 'x', number: 'y' }, 422, 4],
};

onEveryEngine('items', ({ project }) => {
  beforeAll(async () => {
    for (const collection of COLLECTIONS) dataOf(await project.ask('POST', '/collections', collection));
    for (const relation of RELATIONS) dataOf(await project.ask('POST', '/relations', relation));
    for (const [collection, items] of ITEMS) dataOf(await project.ask('POST', `/items/${collection}`, items));
  });

  const keysOf = (data: unknown): unknown => (data as { id: number }[]).map(({ id }) => id);

  it.each(LISTS)('%s lists %j', async (query, keys) => {
    const asked = `/items/books?fields=id&limit=4${query.includes('sort') ? '' : '&sort=id'}&${query}`;
    expect(keysOf(dataOf(await project.ask('GET', asked)))).toEqual(keys);
  });

  for (const [name, [method, path, body, status, expected]] of Object.entries(ANSWERS)) {
    it(name, async () => {
      const answer = await project.ask(method, path, body);
      expect([answer.status, answer.body.error?.code ?? answer.body.data]).toEqual([status, expected]);
    });
  }

  it('metadata of several keys is that of the collection', async () => {
    const { body } = await project.ask('GET', '/items/writers/1,2?fields=id&meta=*');
    expect(body.meta).toMatchObject({ result_count: 2, total_count: 3, filter_count: 3, limit: 2, page_count: 2 });
    expect(Object.keys(body.meta as object)).toContain('links');
  });

  it.each([
    ['', { limit: 3, offset: 0, page: 1, page_count: 1 }],
    ['&offset=2', { limit: 1, offset: 2, page: 3, page_count: 3 }],
    ['&filter[id]=999', { limit: 0, offset: 0, page: 1, page_count: 1 }],
    ['&filter[id][lt]=3', { limit: 2, offset: 0, page: 1, page_count: 1 }],
  ])('without a requested limit, a page has as many items as the answer: %s', async (more, expected) => {
    const { body } = await project.ask('GET', `/items/writers?fields=id&meta=page${more}`);
    expect(body.meta).toMatchObject(expected);
  });

  it.each([
    ['offset=1', [2, 3]],
    ['offset=1&limit=1', [2]],
    ['page=2&limit=2', [3]],
    ['offset=7', []],
  ])('several keys in a path have pages: %s', async (query, keys) => {
    expect(keysOf(dataOf(await project.ask('GET', `/items/writers/3,1,2?fields=id&${query}`)))).toEqual(keys);
    const written = await project.ask('PATCH', `/items/writers?fields=id&${query}`, [{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(keysOf(dataOf(written))).toEqual([1, 2, 3]);
  });

  it.each([
    'fields[]=id&fields[]=name',
    'filter[id][in][]=1&filter[id][in][]=2',
    'filter[name][neq]=a%26limit%3D5',
    'filter[name][neq]=a%23b',
    'filter[name][neq]=%2541',
    'filter[name][neq]=a%2Bb',
  ])('links to other pages ask for the same items: %s', async (query) => {
    const asked = `${query}&limit=1&meta=page`;
    const { body } = await project.ask('GET', `/items/writers?${asked}`);
    const { links } = body.meta as { links: { next: string } };
    expect([...new URL(links.next).searchParams]).toEqual([...new URLSearchParams(`${asked}&offset=1&page=2`)]);
  });

  it('an offset determines the page, even after the last one', async () => {
    const { body } = await project.ask('GET', '/items/writers?fields=id&limit=2&offset=7&meta=page');
    expect(body.meta).toMatchObject({ offset: 7, page: 4, page_count: 2, links: { next: null } });
    const beyond = await project.ask('GET', '/items/writers?fields=id&limit=2&page=7&meta=page');
    expect(beyond.body.meta).toMatchObject({ offset: 2, page: 2, page_count: 2 });
  });

  it('relations to unreadable items are reported on the first level only', async () => {
    const token = 'token-of-the-reader';
    const role = await addReader(project, token);
    for (const collection of ['books', 'lines'])
      await project.write('POST', '/permissions', { role, collection, read: 'full' });
    const warnings = async (path: string): Promise<unknown> =>
      (await project.ask('GET', `/items/${path}`, undefined, token)).body.messages;
    expect(await warnings('books/1?fields=id,writer.name')).toMatchObject([{ code: 18, fields: ['writer'] }]);
    expect(await warnings('lines/1?fields=id,book.writer.name')).toBeUndefined();
    expect(await warnings('books?fields=lines.book.writer.name')).toBeUndefined();
  });

  it('answers to batches carry no metadata', async () => {
    const batches = [
      ['POST', '/items/lines', [{ text: 'a' }]],
      ['PATCH', '/items/lines', [{ id: 1, text: 'one' }]],
      ['PATCH', '/items/lines/1,2', { text: 'one' }],
    ] as const;
    for (const [method, path, body] of batches) {
      const answer = await project.ask(method, `${path}?meta=*&fields=id`, body);
      expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['data']]);
    }
    const single = await project.ask('PATCH', '/items/lines/1?meta=type&fields=id', { text: 'one' });
    expect(single.body).toEqual({ meta: { type: 'item' }, data: { id: 1 } });
  });

  it('an empty or zero auto-increment key is generated', async () => {
    for (const id of ['', 0, '0', null])
      expect(dataOf<{ id: number }>(await project.ask('POST', '/items/lines', { id, text: 'x' })).id).toBeGreaterThan(
        3,
      );
  });

  it('a change is validated by the resulting item', async () => {
    const made = await project.ask('POST', '/items/pages', { status: 'draft', title: '', code: 'abc' });
    const path = `/items/pages/${dataOf<{ id: number }>(made).id}`;
    const before = await project.digest();
    const refused = await project.ask('PATCH', path, { status: 'published' });
    expect([refused.status, refused.body.error]).toEqual([
      422,
      { code: 4, message: 'title: This value should not be blank. code: This value is not valid.' },
    ]);
    expect(await project.digest()).toBe(before);
    expect((await project.ask('PATCH', path, { status: 'published', title: 'T', code: 'ABC' })).status).toBe(200);
    expect((await project.ask('PATCH', path, { number: 3 })).status).toBe(200);
  });

  it('a hashed value is not validated again', async () => {
    const secret = { ...text('secret'), type: 'hash', validation: '/^[a-z]{3,6}$/' };
    expect((await project.ask('POST', '/fields/pages', secret)).status).toBe(200);
    const made = await project.ask('POST', '/items/pages', { status: 'draft', title: 'T', secret: 'abc' });
    const path = `/items/pages/${dataOf<{ id: number }>(made).id}`;
    const published = { status: 'published', code: 'ABC' };
    expect((await project.ask('PATCH', path, published)).body.error).toBeUndefined();
    expect((await project.ask('PATCH', path, { secret: 'ABC' })).status).toBe(422);
  });

  it('items written by a to-one field have records of their own, without the comment', async () => {
    const records = async (query: string, body: unknown): Promise<unknown> => {
      const [last] = dataOf<{ id: number }[]>(await project.ask('GET', '/activity?sort=-id&limit=1&fields=id'));
      dataOf(await project.ask('PATCH', `/items/books/2?${query}`, body));
      const since = `/activity?filter[id][gt]=${last?.id}&sort=id&fields=collection,action,comment`;
      return dataOf(await project.ask('GET', since));
    };
    const body = { writer: { id: 2, name: 'Bob' }, lines: [{ id: 3, text: 'c' }] };
    const writer = { action: 'update', collection: 'writers', comment: null };
    expect(await records('activity_skip=1&comment=why', body)).toEqual([writer]);
    expect(await records('comment=why', body)).toEqual([
      writer,
      { action: 'update', collection: 'books', comment: 'why' },
      { action: 'update', collection: 'lines', comment: null },
    ]);
  });

  it('lists sort nulls where the database does if the setting is off, however it was turned off', async () => {
    const [setting] = dataOf<{ id: number }[]>(await project.ask('GET', '/settings?filter[key]=sort_null_last'));
    for (const [value, keys] of [
      [0, [4, 2, 3, 1]],
      [1, [2, 3, 1, 4]],
      [false, [4, 2, 3, 1]],
      [true, [2, 3, 1, 4]],
    ] as const) {
      dataOf(await project.ask('PATCH', `/settings/${setting?.id}`, { value }));
      const list = await project.ask('GET', '/items/books?fields=id&sort=pages&filter[id][lte]=4');
      expect(keysOf(dataOf(list))).toEqual(keys);
    }
  });

  it('denied fields take precedence over missing references', async () => {
    const role = dataOf<{ id: number }>(await project.ask('POST', '/roles', { name: 'Editors' })).id;
    const editor = { email: 'editor@example.com', password: 'Secret-123', first_name: 'E', last_name: 'D' };
    const user = dataOf<{ id: number }>(await project.ask('POST', '/users', { ...editor, role, status: 'active' })).id;
    const token = `editor-${project.key}`;
    dataOf(await project.ask('PATCH', `/users/${user}`, { token }));
    const full = { create: 'full', read: 'full', update: 'full', delete: 'full' };
    const books = { collection: 'books', role, ...full, write_field_blacklist: ['price'] };
    dataOf(await project.ask('POST', '/permissions', books));
    const before = await project.digest();
    for (const [path, body, status, code] of [
      ['/items/books/999', { price: 1 }, 403, 305],
      ['/items/books/999', { title: 'x' }, 404, 203],
      ['/items/books/1', { writer: { id: 1, name: 'x' } }, 403, 302],
      ['/items/books/1', { lines: [{ id: 1, text: 'x' }] }, 403, 302],
    ] as const) {
      const answer = await project.ask('PATCH', path, body, token);
      expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
    }
    expect(await project.digest()).toBe(before);
    dataOf(await project.ask('PATCH', '/items/books/4', { status: 'deleted' }));
    expect((await project.ask('PATCH', '/items/books/4', { title: 'x' }, token)).status).toBe(404);
    expect((await project.ask('PATCH', '/items/books/4', { status: 'published' })).status).toBe(200);
  });

  it('revisions of an item can be filtered and searched', async () => {
    for (const name of ['Bea', 'Bee']) await project.ask('PATCH', '/items/writers/2', { name });
    const all = dataOf<{ id: number }[]>(await project.ask('GET', '/items/writers/2/revisions?fields=id'));
    const [, second] = all;
    const one = await project.ask(
      'GET',
      `/items/writers/2/revisions?fields=id&filter[id]=${second?.id}&meta=filter_count`,
    );
    expect(one.body).toEqual({ meta: { filter_count: 1 }, data: [second] });
    const back = await project.ask('GET', `/items/writers/2/revisions/0?fields=id&filter[id]=${second?.id}`);
    expect(dataOf(back)).toEqual(all.at(-1));
  });
});
