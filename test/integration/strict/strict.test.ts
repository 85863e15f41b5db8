import { beforeAll, describe, expect, it } from 'vitest';
import { id, noteFields, status, text, toMany, toOne } from '../../support/fields.ts';
import { harnessOn, onEveryEngine } from '../../support/on-every-engine.ts';
import { ADMIN_TOKEN, type Answered, type TestProject } from '../../support/project.ts';

/**
 * Articles with a status, an author, tags that are not related yet, and comments; countries with keys chosen by users.
 */
async function furnish(project: TestProject): Promise<void> {
  const code = text('code', { primary_key: true });
  const collections = {
    authors: [id, text('name')],
    countries: [code, text('name')],
    comments: [id, text('text'), toOne('article')],
    articles: [
      ...noteFields,
      status,
      toOne('author'),
      text('land', { type: 'm2o' }),
      toMany('comments'),
      toMany('tags'),
      { field: 'line', type: 'alias', interface: 'divider' },
    ],
  };
  for (const [collection, fields] of Object.entries(collections))
    expect((await project.ask('POST', '/collections', { collection, fields })).text).toContain(`"${collection}"`);
  const relations = [
    { collection_many: 'articles', field_many: 'author', collection_one: 'authors' },
    { collection_many: 'articles', field_many: 'land', collection_one: 'countries' },
    { collection_many: 'comments', field_many: 'article', collection_one: 'articles', field_one: 'comments' },
  ];
  expect((await project.ask('POST', '/relations', relations)).status).toBe(200);
  expect((await project.ask('POST', '/items/authors', [{ name: 'Ada' }, { name: 'Bo' }])).status).toBe(200);
  expect((await project.ask('POST', '/items/articles', [{ title: 'One' }, { title: 'Two' }])).status).toBe(200);
}

const messageOf = ({ body }: Answered): string => String((body.error as { message?: string } | undefined)?.message);
type Request = readonly [method: string, path: string, body?: unknown];

/** Requests that cannot be meant, in every way to send them, and what the refusal says. */
const REFUSED: readonly (readonly [what: string, request: Request, says: string])[] = [
  ['a short static token', ['PATCH', '/users/1', { token: 'fifteen-letters' }], 'at least 16 characters'],
  ['a missing item', ['POST', '/items/articles', { title: 'x', author: 99 }], 'author: There is no item "99"'],
  ['one in a list', ['POST', '/items/articles', [{ author: 1 }, { author: 99 }]], 'There is no item "99" in "authors"'],
  ['one in a change', ['PATCH', '/items/articles/1', { author: 99 }], 'no item "99"'],
  ['one in many changes', ['PATCH', '/items/articles', [{ id: 1, author: 99 }]], 'no item "99"'],
  ['one below a list', ['PATCH', '/items/authors/1', { name: 'Ada', nothing: 1 }], '"nothing" does not exist'],
  ['one below a nested item', ['POST', '/items/comments', { article: { author: 99 } }], 'no item "99"'],
  ['one below a nested list', ['PATCH', '/items/articles/1', { comments: [{ article: 77 }] }], 'no item "77"'],
  ['text that can be no key', ['POST', '/items/articles', { author: 'Ada' }], 'author'],
  ['a key of letters', ['POST', '/items/articles', { land: 'XX' }], 'There is no item "XX" in "countries"'],
  ['a list before its relation', ['POST', '/items/articles', { tags: [{ id: 1 }] }], 'no relation for this field yet'],
  ['a number for a list', ['POST', '/items/articles', { comments: 5 }], 'should be a list'],
  ['an object for a list', ['PATCH', '/items/articles/1', { comments: { de: {} } }], 'and not an object'],
  ['a nested number for a list', ['POST', '/items/comments', { article: { comments: 5 } }], 'should be a list'],
  ['a value without a place', ['POST', '/items/articles', { line: 'x' }], 'holds no values'],
  ['an unknown parameter', ['GET', '/items/articles?feilds=id'], 'Did you mean "fields"?'],
  ['a parameter of others', ['GET', '/items/articles?where[price]=5'], 'Did you mean "filter"?'],
  ['a far-off parameter', ['GET', '/items/articles?colour=red'], 'Parameters are: fields, filter'],
  ['a count that is none', ['GET', '/items/articles?limit=ten'], 'limit: This value should be a whole number'],
  ['a count in a list', ['GET', '/items/articles?limit[]=10'], 'takes one value'],
  ['a truth that is none', ['GET', '/items/articles?single=maybe'], 'single'],
  ['unknown metadata', ['GET', '/items/articles?meta=total'], 'meta: This value should be one of'],
  ['an unknown status', ['GET', '/items/articles?status=publishd'], 'Did you mean "published"?'],
  ['a filter that is none', ['GET', '/items/articles?filter=title'], 'Write a filter as'],
  ['a parameter of a write', ['POST', '/items/authors?activty_skip=1', { name: 'x' }], 'activity_skip'],
  ['a misspelt interface', ['POST', '/fields/authors', text('a', { interface: 'text-imput' })], 'text-input'],
  ['one in a change of a field', ['PATCH', '/fields/authors/name', { interface: 'wysiwig' }], '"wysiwyg"'],
  [
    'one in a new collection',
    ['POST', '/collections', { collection: 'c', fields: [{ ...id, interface: 'x' }] }],
    'no interface "x"',
  ],
  [
    'a first status that is none',
    ['PATCH', '/fields/articles/status', { ...status, default_value: 'drft' }],
    '"draft"',
  ],
  [
    'a relation of a missing collection',
    ['POST', '/relations', { collection_many: 'artcles', field_many: 'author', collection_one: 'authors' }],
    '"articles"',
  ],
  [
    'a relation of a missing field',
    ['POST', '/relations', { collection_many: 'articles', field_many: 'auther', collection_one: 'authors' }],
    '"author"',
  ],
  [
    'rights on a missing collection',
    ['POST', '/permissions', { role: 2, collection: 'artcles', read: 'full' }],
    '"articles"',
  ],
  [
    'rights of a missing role',
    ['POST', '/permissions', { role: 99, collection: 'articles', read: 'full' }],
    'no item "99" in "directus_roles"',
  ],
  [
    'rights in a missing status',
    ['POST', '/permissions', { role: 2, collection: 'articles', status: 'publshed' }],
    '"published"',
  ],
  [
    'an unknown level',
    ['POST', '/permissions', { role: 2, collection: 'articles', read: 'ful' }],
    'Did you mean "full"?',
  ],
  [
    'a hidden field that is none',
    ['POST', '/permissions', { role: 2, collection: 'articles', read_field_blacklist: ['titel'] }],
    '"title"',
  ],
  [
    'a user of a missing role',
    [
      'POST',
      '/users',
      { first_name: 'A', last_name: 'B', email: 'a@example.com', password: 'secret-1', status: 'active', role: 99 },
    ],
    'no item "99" in "directus_roles"',
  ],
  [
    'a webhook of a missing collection',
    [
      'POST',
      '/webhooks',
      {
        status: 'active',
        http_action: 'post',
        url: 'https://example.com',
        collection: 'artcles',
        directus_action: 'item.create:after',
      },
    ],
    '"articles"',
  ],
  [
    'a webhook of an unknown event',
    [
      'POST',
      '/webhooks',
      {
        status: 'active',
        http_action: 'post',
        url: 'https://example.com',
        collection: 'articles',
        directus_action: 'item.create',
      },
    ],
    'directus_action: This value should be one of',
  ],
  [
    'a webhook to nowhere',
    [
      'POST',
      '/webhooks',
      {
        status: 'active',
        http_action: 'post',
        url: 'example',
        collection: 'articles',
        directus_action: 'item.create:after',
      },
    ],
    'url: ',
  ],
  ['preferences of a missing collection', ['POST', '/collection_presets', { collection: 'artcles' }], '"articles"'],
  ['an unknown setting', ['POST', '/settings', { key: 'defualt_limit', value: 5 }], 'Did you mean "default_limit"?'],
];

onEveryEngine('a strict project', ({ project, prepare }) => {
  prepare(() => ({ project: { strict: true } }));
  beforeAll(() => furnish(project));

  it.each(REFUSED)('refuses %s, and changes nothing', async (_what, [method, path, body], says) => {
    const answer = await project.ask(method, path, body);
    expect([answer.status, messageOf(answer)]).toEqual([422, expect.stringContaining(says)]);
  });

  it('refuses GraphQL writes as well', async () => {
    const query = 'mutation { create_articles(items: [{ title: "x", author: 99 }]) { id } }';
    expect((await project.ask('POST', '/gql', { query })).text).toContain('There is no item');
  });

  it('has stored nothing of what it refused', async () => {
    const { body } = await project.ask('GET', '/items/articles?meta=total_count&limit=-1&status=*');
    expect(body.meta).toEqual({ total_count: 2 });
  });

  it('accepts what can be meant', async () => {
    const sent = {
      title: 'x',
      author: 1,
      comments: [{ text: 'y' }],
      land: { code: 'DK', name: 'Denmark' },
      tags: null,
    };
    expect((await project.ask('POST', '/items/articles', sent)).status).toBe(200);
    const paths = [
      'fields=id&limit=5&offset=0&page=1&_=123',
      'single=1',
      'meta=*',
      'q=x&sort=-id&lang=de&status=*',
      `access_token=${ADMIN_TOKEN}`,
    ];
    for (const parameters of paths)
      expect((await project.ask('GET', `/items/articles?${parameters}`)).status).toBe(200);
  });
});

describe('what strict projects refuse, elsewhere', () => {
  const { server, project } = harnessOn('sqlite');
  beforeAll(() => furnish(project));

  const messages = async (...[method, path, body]: Request) =>
    ((await project.ask(method, path, body)).body.messages ?? []) as { message: string }[];

  it('is accepted, with messages in the answer if old clients do not send it', async () => {
    const told = (text: string) => [
      expect.objectContaining({ type: 'warning', message: expect.stringContaining(text) }),
    ];
    expect(await messages('GET', '/items/articles?feilds=id')).toEqual(told('Did you mean "fields"?'));
    expect(await messages('GET', '/items/articles?limit=ten')).toEqual(told('whole number'));
    expect(await messages('PATCH', '/fields/authors/name', { interface: 'wysiwig' })).toEqual(told('"wysiwyg"'));
    expect(await messages('POST', '/permissions', { role: 2, collection: 'artcles' })).toEqual(told('"articles"'));
  });

  it('is accepted silently if they do', async () => {
    expect(await messages('GET', '/items/articles?colour=red&depth=2')).toEqual([]);
    expect(await messages('POST', '/items/articles', { author: 555, line: 'x' })).toEqual([]);
  });

  it('is refused if nothing would be left of it, or no client ever sent it', async () => {
    for (const [path, body] of [
      ['/items/articles', { comments: 5 }],
      ['/items/articles', { comments: { de: {} } }],
      ['/items/articles', { tags: [{ id: 1 }] }],
      ['/permissions', { role: 2, collection: 'articles', read: 'ful' }],
    ] as const)
      expect((await project.ask('POST', path, body)).status).toBe(422);
  });

  it('is requested in the body that creates a project, which is parsed as strictly', async () => {
    const body = {
      project: 'other',
      db_name: 'other',
      db_user: 'x',
      user_email: 'a@example.com',
      user_password: 'x',
      super_admin_token: 'x',
      strict: true,
    };
    const misspelt = await server.app.http.inject({
      method: 'POST',
      url: '/server/projects',
      payload: { ...body, projekt_name: 'X' },
    });
    expect([misspelt.statusCode, misspelt.body]).toEqual([422, expect.stringContaining('project_name')]);
    const adopting = await server.app.http.inject({
      method: 'POST',
      url: '/server/projects',
      payload: { ...body, adopt: true },
    });
    expect([adopting.statusCode, adopting.body]).toEqual([422, expect.stringContaining('strict')]);
  });
});
