import { beforeAll, expect, it } from 'vitest';
import { systemTables } from '../../src/schema/system/tables.ts';
import { id, owner, status, text, toMany, toOne } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_PASSWORD, ADMIN_TOKEN, type Answered, type Payload, type TestProject } from '../support/project.ts';

const READER = 'the-token-of-the-reader';
const TIMEOUT_MS = 120_000;
const AT_ONCE = 8;
/** Values that only the administrator may see begin with this. */
const HIDDEN = 'zebra';
/** More revisions than a list contains that is sent in one piece. */
const MANY = 1050;

/** System collections, and the paths at which they are read. */
const ROUTES: Readonly<Record<string, string>> = {
  directus_activity: '/activity',
  directus_collection_presets: '/collection_presets',
  directus_files: '/files',
  directus_folders: '/folders',
  directus_permissions: '/permissions',
  directus_relations: '/relations',
  directus_revisions: '/revisions',
  directus_roles: '/roles',
  directus_settings: '/settings',
  directus_users: '/users',
  directus_webhooks: '/webhooks',
};
const SYSTEM = systemTables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }));

onEveryEngine('system collections', ({ project }) => {
  beforeAll(async () => {
    await furnish(project);
  }, TIMEOUT_MS);
  const read = (path: string, token: string | undefined = READER): Promise<Answered> =>
    path.startsWith('{') ? project.query(path, token) : project.get(path, token);

  for (const { name, columns } of SYSTEM)
    it(
      `${name} shows a role with the usual permissions nothing hidden, however it is read`,
      async () => {
        const leaks: string[] = [];
        await eachOf(pathsTo(name, columns), async (path) => {
          const answer = await read(path);
          expect(answer.status, `${path}: ${answer.text.slice(0, 500)}`).toBeLessThan(500);
          if (withoutEcho(answer.text).includes(HIDDEN)) leaks.push(`${path}: ${answer.text.slice(0, 300)}`);
        });
        expect(leaks).toEqual([]);
      },
      TIMEOUT_MS,
    );

  for (const { name, columns } of SYSTEM)
    it(
      `${name} does not reveal in its answers whether a hidden value exists`,
      async () => {
        const telling: string[] = [];
        await eachOf(guessesAt(name, columns), async ([there, missing]) => {
          const [one, other] = await Promise.all([read(there), read(missing)]);
          const [shown, shownOther] = [withoutEcho(one.text), withoutEcho(other.text)];
          if (one.status !== other.status || shown !== shownOther) telling.push(`${there}: ${shown.slice(0, 200)}`);
        });
        expect(telling).toEqual([]);
      },
      TIMEOUT_MS,
    );

  it(
    'revisions are the same however they are read',
    async () => {
      const listed = await revisions('/revisions?limit=-1&sort=id');
      expect(listed.length).toBeGreaterThan(MANY);
      expect(await revisions('/revisions?limit=-1&sort=id&export=json')).toEqual(listed);
      expect(await pagedByCursor()).toEqual(listed);
      const { text: answer } = await read(
        '{ directus_revisions(limit: -1, sort: "id") { data { id collection item data delta } } }',
      );
      const shown = listed.map(({ id: key, collection, item, data, delta }) => ({
        id: String(key),
        collection,
        item,
        data,
        delta,
      }));
      expect(JSON.parse(answer).data.directus_revisions.data).toEqual(
        shown.map((each) => expect.objectContaining({ ...each, collection: expect.anything() })),
      );
      const some = listed.filter(({ collection }) => collection !== 'crowd').slice(0, 5);
      const keys = some.map(({ id: key }) => key);
      expect(await revisions(`/revisions/${keys.join(',')}`)).toEqual(some);
      for (const each of some) expect(JSON.parse((await read(`/revisions/${each.id}`)).text).data).toEqual(each);
    },
    TIMEOUT_MS,
  );

  it('counts of revisions include only what is shown', async () => {
    for (const filter of [
      '',
      '&filter[collection]=directus_settings',
      '&filter[collection]=mine',
      '&filter[collection]=papers',
      '&filter[item]=2',
      '&q=1',
    ]) {
      const { data, meta } = JSON.parse(
        (await read(`/revisions?limit=500&filter[collection][neq]=crowd${filter}&meta=*`)).text,
      );
      expect(meta.result_count, filter).toBe(data.length);
      expect(meta.filter_count, filter).toBe(data.length);
    }
  });

  it('activity shows what happened to readable items, and in the service itself', async () => {
    const shown = async (filter: string): Promise<Payload[]> => {
      const { data, meta } = JSON.parse((await read(`/activity?limit=-1&meta=*&sort=id${filter}`)).text);
      expect(meta.filter_count, filter).toBe(data.length);
      return data;
    };
    expect(await shown('&filter[collection]=hidden')).toEqual([]);
    expect(await shown('&filter[collection]=mine')).toEqual([]);
    expect(await shown('&filter[collection]=staged&filter[item]=1')).toEqual([]);
    expect((await shown('&filter[collection]=papers')).length).toBeGreaterThan(1);
    expect(await shown('&filter[action]=comment')).toEqual([expect.objectContaining({ comment: 'open comment' })]);
    await project.server.app.http.inject({
      method: 'POST',
      url: `/${project.key}/auth/authenticate`,
      payload: { email: 'admin@example.com', password: ADMIN_PASSWORD },
    });
    expect((await shown('&filter[action]=authenticate')).length).toBeGreaterThan(0);
  });

  it('nested items in a change are shown by the rules of their own collection', async () => {
    const [paper] = await revisions('/revisions?filter[collection]=papers&filter[item]=1');
    expect(paper?.delta).toEqual({
      title: 'open',
      vault: 2,
      author: { first_name: 'nested', last_name: 'x', email: 'nested@example.com', role: 4, status: 'active' },
      page: { title: 'first' },
      draft: 1,
    });
    const [own] = await revisionsAs(ADMIN_TOKEN, '/revisions?filter[collection]=papers&filter[item]=1');
    expect(own?.delta).toMatchObject({
      secret: `${HIDDEN} field`,
      vault: { word: `${HIDDEN} nested` },
      author: { first_name: 'nested' },
    });
    expect(Object.keys(own?.delta.author as object).sort()).toEqual([
      'email',
      'first_name',
      'last_name',
      'role',
      'status',
    ]);
  });

  async function revisionsAs(token: string, path: string): Promise<Revision[]> {
    const answer = JSON.parse((await read(path, token)).text);
    return Array.isArray(answer) ? answer : answer.data;
  }
  const revisions = (path: string): Promise<Revision[]> => revisionsAs(READER, path);

  async function pagedByCursor(): Promise<Revision[]> {
    const found: Revision[] = [];
    let after = '';
    do {
      const { data, meta } = JSON.parse((await read(`/revisions?limit=400&sort=id&meta=cursor${after}`)).text);
      found.push(...data);
      after = meta.cursor.after ? `&after=${meta.cursor.after}` : '';
    } while (after !== '' && found.length < 5000);
    return found;
  }
});

/** Runs work for each element, a few at a time. */
async function eachOf<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE) await Promise.all(all.slice(from, from + AT_ONCE).map(work));
}

interface Revision {
  readonly id: number;
  readonly collection: string;
  readonly item: string;
  readonly data: Payload;
  readonly delta: Payload;
}

/** Every way to read a system collection. */
function pathsTo(name: string, columns: readonly string[]): string[] {
  const route = ROUTES[name];
  const lists = route ? listsAt(route, columns) : [];
  return [...lists, `/items/${name}?limit=-1`, `/items/${name}/1`, ...documentsOf(name, columns), ...nestedIn(name)];
}

function listsAt(route: string, columns: readonly string[]): string[] {
  return [
    route,
    ...[
      'limit=-1',
      'fields=*.*.*',
      'limit=60&fields=*.*.*.*',
      'limit=60&status=*',
      'limit=60&meta=*',
      'limit=3&meta=cursor',
    ].map((query) => `${route}?${query}`),
    ...['csv', 'json', 'xml'].map((format) => `${route}?limit=-1&fields=*.*&export=${format}`),
    ...['', '&export=csv'].map((more) => `${route}?q=${HIDDEN}${more}`),
    ...columns.flatMap((column) => [
      `${route}?sort=-${column}&limit=5`,
      `${route}?filter[${column}][contains]=${HIDDEN}&meta=*`,
      `${route}?fields=${column}.*&limit=60`,
    ]),
    ...keysOf(route),
  ];
}

/** Single keys, and several at once. */
const keysOf = (route: string): string[] => [
  ...Array.from({ length: 12 }, (_, index) => `${route}/${index + 1}?fields=*.*.*`),
  `${route}/${Array.from({ length: 60 }, (_, index) => index + 1).join(',')}?fields=*.*`,
];

/** Paths that nest rows of other collections. */
const nestedIn = (name: string): string[] =>
  name === 'directus_revisions'
    ? [
        '/items/papers?fields=*.*.*.*',
        '/items/papers?fields=seen.*.*.*',
        '/items/papers?filter[seen.delta][contains]=zebra',
        '/items/papers?filter[seen.data][contains]=zebra&meta=*',
        '/items/papers?filter[seen.item][eq]=1&fields=*.*.*',
        '{ papers { data { seen { id item data delta activity { comment } } } } }',
        '/items/papers/1/revisions?fields=*.*.*',
        '/items/hidden/1/revisions?fields=*.*.*',
        '/items/mine/1/revisions/0',
        '/items/papers/1/revisions/0?fields=*.*.*',
        '/users/1/revisions',
        '/webhooks/1/revisions',
      ]
    : [];

function documentsOf(name: string, columns: readonly string[]): string[] {
  const simple = columns.filter(
    (column) =>
      ![
        'activity',
        'collection',
        'action_by',
        'role',
        'avatar',
        'user',
        'folder',
        'uploaded_by',
        'parent_folder',
      ].includes(column),
  );
  const fields = simple.map((column) => column.replace(/^(?=\d)/, '_'));
  const asked = (args: string): string =>
    `{ ${name}${args} { data { ${fields.join(' ')} } meta { total_count filter_count } } }`;
  return [
    asked('(limit: -1)'),
    asked(`(limit: 60, q: "${HIDDEN}")`),
    asked('(limit: 60, status: ["*"])'),
    ...fields.map((field) => asked(`(filter: { ${field}_contains: "${HIDDEN}" })`)),
    ...fields.map((field) => `{ ${name}(limit: 60) { data { ${field} } } }`),
    ...Array.from({ length: 5 }, (_, index) => asked(`(id: ${index + 1})`)),
  ];
}

/** Requests that look for a hidden value that exists, each with one for a value that does not. */
function guessesAt(name: string, columns: readonly string[]): [string, string][] {
  const route = ROUTES[name];
  if (!route) return [];
  const [there, missing] = [HIDDEN, 'quagga'];
  const both = (make: (word: string) => string): [string, string] => [make(there), make(missing)];
  return [
    both((word) => `${route}?q=${word}&meta=*`),
    ...['contains', 'ncontains', 'rlike'].flatMap((operator) =>
      columns.map((column) =>
        both((word) => `${route}?filter[${column}][${operator}]=${word}&meta=filter_count&fields=id`),
      ),
    ),
    ...columns.map((column) =>
      both(
        (word) =>
          `{ ${name}(filter: { ${column.replace(/^(?=\d)/, '_')}_contains: "${word}" }) { meta { filter_count } } }`,
      ),
    ),
  ];
}

/** Links and messages repeat what was requested. */
const withoutEcho = (answer: string): string => answer.replaceAll(/=(zebra|quagga)\b/g, '=');

async function furnish(project: TestProject): Promise<void> {
  for (const collection of COLLECTIONS) await project.write('POST', '/collections', collection);
  for (const relation of RELATIONS) await project.write('POST', '/relations', relation);
  await project.write('POST', '/roles', { name: `${HIDDEN} role`, external_id: `${HIDDEN}-role` });
  await project.write('POST', '/roles', { name: 'Reader', external_id: 'readers' });
  const person = { last_name: 'x', password: `${HIDDEN}-password`, role: 4, status: 'active' };
  await project.write('POST', '/users', {
    ...person,
    first_name: 'reader',
    email: 'reader@example.com',
    token: READER,
  });
  await project.write('POST', '/permissions', [
    { role: 4, collection: 'directus_activity', read: 'full' },
    { role: 4, collection: 'papers', read: 'full', read_field_blacklist: ['secret'] },
    { role: 4, collection: 'mine', read: 'mine' },
    { role: 4, collection: 'pages', read: 'full', read_field_blacklist: ['note'] },
    { role: 4, collection: 'crowd', read: 'full', read_field_blacklist: ['word'] },
    { role: 4, collection: 'staged', status: 'published', read: 'full' },
    { role: 4, collection: 'staged', status: 'draft', read: 'none' },
  ]);
  await plant(project, person);
}

/** Puts hidden values wherever somebody else may have put them. */
async function plant(project: TestProject, person: Payload): Promise<void> {
  await project.write('POST', '/items/hidden', { word: `${HIDDEN} hidden` });
  await project.write('POST', '/items/papers', {
    title: 'open',
    secret: `${HIDDEN} field`,
    vault: { word: `${HIDDEN} nested` },
    page: { title: 'first', note: `${HIDDEN} note` },
    draft: { title: `${HIDDEN} draft`, status: 'draft' },
    author: {
      ...person,
      first_name: 'nested',
      email: 'nested@example.com',
      token: `${HIDDEN}-token-nested`,
      '2fa_secret': `${HIDDEN}2FA`,
    },
  });
  await project.write('POST', '/items/papers', { title: 'second', seen: 1 });
  await project.write('PATCH', '/items/papers/2', { seen: 2, vault: { word: `${HIDDEN} later` } });
  await project.write('POST', '/items/mine', [{ title: `${HIDDEN} of another` }, { title: `${HIDDEN} as well` }]);
  await project.write('POST', '/items/staged', [{ title: `${HIDDEN} staged`, status: 'draft' }, { title: 'plain' }]);
  await project.write('PATCH', '/items/staged/2?comment=because', { title: 'plainer' });
  await project.write('POST', '/webhooks', {
    status: 'inactive',
    http_action: 'post',
    url: `https://example.com/${HIDDEN}`,
    collection: 'papers',
    directus_action: 'item.create:after',
  });
  for (const collection of ['hidden', 'mine', 'staged', 'directus_webhooks', 'directus_users'])
    await project.write('POST', '/activity/comment', {
      collection,
      item: '1',
      comment: `${collection === 'directus_users' ? 'open' : HIDDEN} comment`,
    });
  await project.write('POST', '/users', {
    ...person,
    first_name: `${HIDDEN} draft`,
    email: `${HIDDEN}@example.com`,
    status: 'draft',
  });
  const [key] = await project.read<{ id: number }[]>('/settings?filter[key]=youtube_api_key');
  await project.write('PATCH', `/settings/${key?.id}`, { value: `${HIDDEN}-api-key` });
  const crowd = Array.from({ length: MANY }, () => ({ word: `${HIDDEN} crowd` }));
  await project.write('POST', '/items/crowd', crowd);
}

const COLLECTIONS: readonly Payload[] = [
  { collection: 'hidden', fields: [id, text('word')] },
  { collection: 'pages', fields: [id, text('title'), text('note')] },
  { collection: 'mine', fields: [id, text('title'), owner] },
  { collection: 'staged', fields: [id, text('title'), status] },
  { collection: 'crowd', fields: [id, text('word')] },
  {
    collection: 'papers',
    fields: [
      id,
      text('title'),
      text('secret'),
      toOne('vault'),
      toOne('page'),
      toOne('author'),
      toOne('draft'),
      toOne('seen'),
      toMany('none'),
    ],
  },
];
const RELATIONS: readonly Payload[] = [
  ['vault', 'hidden'],
  ['page', 'pages'],
  ['author', 'directus_users'],
  ['draft', 'staged'],
  ['seen', 'directus_revisions'],
].map(([field_many, collection_one]) => ({ collection_many: 'papers', field_many, collection_one }));
