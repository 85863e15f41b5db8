import { beforeAll, describe, expect, it } from 'vitest';
import { id, status, text, toOne } from '../../support/fields.ts';
import { harnessOn, onEveryEngine } from '../../support/on-every-engine.ts';

const article = { title: 'x', code: 'other' };
const user = {
  first_name: 'A',
  last_name: 'B',
  email: 'ann@example.com',
  password: 'secret-1',
  status: 'active',
  role: 1,
};
const field = (more: object): object => ({ field: 'extra', type: 'string', ...more });

type Mistake = readonly [
  what: string,
  method: string,
  path: string,
  body: unknown,
  status: number,
  code: number,
  says: string,
];

/** Mistakes that beginners make, and what the response says. */
const MISTAKES: readonly Mistake[] = [
  ['a misspelt field to show', 'GET', '/items/articles?fields=titel', undefined, 422, 202, 'Did you mean "title"?'],
  [
    'a field of somewhere else',
    'GET',
    '/items/articles?fields=price',
    undefined,
    422,
    202,
    'Its fields are: id, title',
  ],
  [
    'a misspelt field below a relation',
    'GET',
    '/items/articles?fields=author.frist_name',
    undefined,
    422,
    202,
    '"first_name"',
  ],
  ['a misspelt field to filter by', 'GET', '/items/articles?filter[titel]=x', undefined, 422, 202, '"title"'],
  ['a misspelt path to filter by', 'GET', '/items/articles?filter[auhtor.email]=x', undefined, 404, 202, '"author"'],
  ['a path through no relation', 'GET', '/items/articles?filter[title.name]=x', undefined, 404, 202, 'is no relation'],
  [
    'an operator of lists',
    'GET',
    '/items/articles?filter[title][has]=1',
    undefined,
    422,
    202,
    'no such filter applies',
  ],
  ['a misspelt field to sort by', 'GET', '/items/articles?sort=-titel', undefined, 422, 202, '"title"'],
  ['a misspelt operator', 'GET', '/items/articles?filter[title][contain]=x', undefined, 422, 214, '"contains"'],
  [
    'an operator of others',
    'GET',
    '/items/articles?filter[title][matches]=x',
    undefined,
    422,
    214,
    'Operators are: eq',
  ],
  ['a misspelt collection', 'GET', '/items/artcles', undefined, 404, 200, 'Did you mean "articles"?'],
  ['a system collection among items', 'GET', '/items/directus_users', undefined, 401, 201, 'a path of its own: /users'],
  ['items without their prefix', 'GET', '/articles', undefined, 404, 1, '/items/articles'],
  ['a misspelt prefix', 'GET', '/itmes/articles', undefined, 404, 1, '/items?'],
  ['a misspelt field in a payload', 'POST', '/items/articles', { titel: 'x' }, 422, 12, 'Did you mean "title"?'],
  ['a missing value', 'POST', '/items/articles', { title: 'x' }, 422, 4, 'code: This value should not be blank'],
  [
    'a word for a number',
    'POST',
    '/items/articles',
    { ...article, pages: 'many' },
    422,
    4,
    'pages: This value should be of type numeric',
  ],
  ['a day that is none', 'POST', '/items/articles', { ...article, day: '31.12.2026' }, 422, 4, 'such as 2026-12-31'],
  [
    'a moment that is none',
    'POST',
    '/items/articles',
    { ...article, at: 'tomorrow' },
    422,
    4,
    'such as 2026-12-31 23:59:00',
  ],
  ['a list for a value', 'POST', '/items/articles', { ...article, title: ['x'] }, 422, 213, 'Send a single value'],
  ['a text that is too long', 'POST', '/items/articles', { ...article, code: 'x'.repeat(101) }, 422, 12, '(100)'],
  [
    'a value that must be its own',
    'POST',
    '/items/articles',
    { title: 'x', code: 'one' },
    409,
    204,
    'this value in "code"',
  ],
  ['a word for an object', 'POST', '/items/articles', ['x'], 422, 12, 'should be of type object'],
  [
    'a change without its key',
    'PATCH',
    '/items/articles',
    [{ title: 'x' }],
    422,
    12,
    'Every entry of the list needs "id"',
  ],
  ['an item that is not there', 'GET', '/items/articles/99', undefined, 404, 203, '"99"'],
  ['a related item that is not there', 'POST', '/items/articles', { ...article, author: 99 }, 422, 4, 'no item "99"'],
  ['a misspelt type', 'POST', '/fields/articles', field({ type: 'sting' }), 422, 401, 'Did you mean "string"?'],
  ['a type of others', 'POST', '/fields/articles', field({ type: 'varchar' }), 422, 401, 'Types are: alias'],
  ['a misspelt datatype', 'POST', '/fields/articles', field({ datatype: 'VARCAHR' }), 422, 401, '"VARCHAR"'],
  [
    'a length of nothing',
    'POST',
    '/fields/articles',
    field({ datatype: 'VARCHAR', length: 0 }),
    422,
    402,
    'Give it a "length"',
  ],
  [
    'a length too much',
    'POST',
    '/fields/articles',
    field({ datatype: 'TEXT', length: 9 }),
    422,
    403,
    'Leave "length" out',
  ],
  ['a misspelt attribute', 'POST', '/fields/articles', field({ lenght: 9 }), 422, 12, 'Did you mean "length"?'],
  ['a misspelt interface', 'POST', '/fields/articles', field({ interface: 'text_input' }), 422, 4, '"text-input"'],
  ['a field that is there', 'POST', '/fields/articles', field({ field: 'title' }), 422, 308, '"title" already exists'],
  [
    'a field without a type',
    'POST',
    '/fields/articles',
    { field: 'extra' },
    422,
    4,
    'type: This value should not be blank',
  ],
  ['a field that is not there', 'PATCH', '/fields/articles/titel', { note: 'x' }, 404, 202, '"title"'],
  [
    'a collection without a key',
    'POST',
    '/collections',
    { collection: 'c', fields: [text('a')] },
    422,
    12,
    '"primary_key": true',
  ],
  [
    'a collection that is there',
    'POST',
    '/collections',
    { collection: 'articles', fields: [id] },
    422,
    307,
    'already exists',
  ],
  ['a misspelt status', 'GET', '/items/articles?status=publised', undefined, 422, 4, '"published"'],
  [
    'a misspelt level',
    'POST',
    '/permissions',
    { role: 2, collection: 'articles', read: 'all' },
    422,
    4,
    'none, mine, role, full',
  ],
  ['a role that is not there', 'POST', '/users', { ...user, role: 7 }, 422, 4, 'no item "7" in "directus_roles"'],
  ['a misspelt parameter', 'GET', '/items/articles?filtre[title]=x', undefined, 422, 4, '"filter"'],
];

onEveryEngine("a beginner's mistake", ({ project, prepare }) => {
  prepare(() => ({ project: { strict: true } }));
  beforeAll(async () => {
    const more = [
      { field: 'pages', type: 'integer' },
      { field: 'day', type: 'date' },
      { field: 'at', type: 'datetime' },
    ];
    const code = text('code', { unique: true, required: true });
    const fields = [id, text('title'), code, status, toOne('author'), ...more];
    expect((await project.ask('POST', '/collections', { collection: 'articles', fields })).status).toBe(200);
    const relation = { collection_many: 'articles', field_many: 'author', collection_one: 'directus_users' };
    expect((await project.ask('POST', '/relations', relation)).status).toBe(200);
    expect((await project.ask('POST', '/items/articles', { title: 'x', code: 'one' })).status).toBe(200);
  });

  it.each(MISTAKES)('is answered with what to do: %s', async (_what, method, path, body, status, code, says) => {
    const answer = await project.ask(method, path, body);
    const { error } = answer.body as { error?: { code: number; message: string } };
    expect([answer.status, error?.code, error?.message]).toEqual([status, code, expect.stringContaining(says)]);
  });

  it('is reported without names that its author may not know', async () => {
    const hidden = { role: 2, collection: 'articles', read: 'full', read_field_blacklist: ['title', 'status'] };
    expect((await project.ask('POST', '/permissions', hidden)).status).toBe(200);
    for (const path of ['?fields=titel', '?filter[titel]=x', '?sort=titel', '?fields=zzz', '?status=publised']) {
      const { text } = await project.ask('GET', `/items/articles${path}`, undefined, null);
      expect(text).not.toMatch(/"title|title"|title,|published/);
    }
    expect((await project.ask('GET', '/items/directus_activty', undefined, null)).text).not.toContain('mean');
  });
});

describe('a mistake in the address', () => {
  const { server, project } = harnessOn('sqlite');
  const at = async (url: string) => (await server.app.http.inject({ url })).json().error as object;
  it('names the project that does not exist, and the one that was meant if it is public', async () => {
    expect(await at(`/${project.key}x/items/a`)).toMatchObject({
      code: 3,
      message: expect.stringContaining(`Did you mean "${project.key}"?`),
    });
    expect(await at('/items/articles')).toMatchObject({
      code: 3,
      message: expect.stringContaining('/<project>/items'),
    });
  });

  it.each(['folders/abc', 'permissions/abc', 'auth/sso/unknown', 'custom/unknown', 'users/1/unknown', 'auth'])(
    'below a path that is no collection is not taken for a collection: /%s',
    async (path) => {
      expect(await at(`/${project.key}/${path}`)).toEqual({ code: 1, message: 'Not Found' });
    },
  );

  it('in front of the project is not taken for a collection either', async () => {
    expect(await at(`/downloads/${project.key}/photo.jpg`)).toEqual({ code: 1, message: 'Not Found' });
  });
});
