import { beforeAll, expect, it } from 'vitest';
import { collections, relations, rowsWith } from '../security/secrets.ts';
import { statementsOf } from '../support/counting.ts';
import { askGraphql, graphqlData, type Result } from '../support/graphql.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { TestProject } from '../support/project.ts';

interface Item {
  readonly data: {
    readonly full_url: string;
    readonly url: string;
    readonly thumbnails: readonly { readonly key: string; readonly width: number }[];
  };
}

const READER = 'the-token-of-the-reader';

onEveryEngine('GraphQL', ({ project }) => {
  beforeAll(async () => {
    await furnish(project);
  });

  const ask = (query: string, variables?: object, token?: string | null): Promise<Result> =>
    askGraphql(project, query, variables, token);
  const read = (query: string, variables?: object, token?: string | null): Promise<Result['data']> =>
    graphqlData(project, query, variables, token);
  const refusal = async (query: string, variables?: object, token?: string | null): Promise<string> => {
    const { errors } = await ask(query, variables, token);
    expect(errors?.length, query.slice(0, 80)).toBeGreaterThan(0);
    return errors?.[0]?.message ?? '';
  };
  const titles = async (args: string): Promise<string[]> =>
    (await read(`{ notes(${args}) { data { title } } }`)).notes.data.map(({ title }: { title: string }) => title);

  it('refuses a filter with a million values', async () => {
    const variables = { titles: Array(1_000_000).fill('a').join() };
    const query = 'query($titles: String) { notes(filter: { title_in: $titles }) { data { id } } }';
    expect(await refusal(query, variables)).toMatch(/more than 5000 values in a filter/);
  });

  it('returns items with related ones, and metadata', async () => {
    const data = await read(`{
        notes(limit: 1, sort: "-id", filter: { title_contains: "note" }) {
          data { id title place status shelf { id name } labels { label { name } } owner { first_name } }
          meta { collection type result_count total_count filter_count }
        }
      }`);
    expect(data.notes.data).toEqual([
      {
        id: '3',
        title: 'note 3',
        place: 3,
        status: 'published',
        shelf: { id: '1', name: 'shelf 1' },
        labels: [{ label: { name: 'label 1' } }],
        owner: { first_name: 'Admin' },
      },
    ]);
    expect(data.notes.meta).toMatchObject({
      collection: 'notes',
      type: 'collection',
      result_count: 1,
      filter_count: 3,
    });
  });

  it('groups items by fields and parts of moments, and computes what is selected', async () => {
    const data = await read(`{
        notes_aggregated(groupBy: [status], sort: ["-count"], filter: { place_gte: 1 }) {
          data { group { status title } count { _all place } sum { place } avg { place } min { place } }
          meta { collection result_count }
        }
        notes: notes_aggregated { data { count { rows: _all } } }
      }`);
    expect(data.notes_aggregated).toEqual({
      data: [
        {
          group: { status: 'published', title: null },
          count: { _all: 3, place: 3 },
          sum: { place: 6 },
          avg: { place: 2 },
          min: { place: 1 },
        },
      ],
      meta: { collection: 'notes', result_count: 1 },
    });
    expect(data.notes).toEqual({ data: [{ count: { rows: 3 } }] });
  });

  it('returns one item as a list, without metadata', async () => {
    const data = await read('query ($id: Int) { notes(id: $id) { data { title } meta { total_count } } }', { id: 2 });
    expect(data.notes).toEqual({ data: [{ title: 'note 2' }], meta: null });
  });

  it('filters by field and operator, and by alternatives', async () => {
    expect(await titles('filter: { place_gt: 1, place_lte: 2 }')).toEqual(['note 2']);
    expect(await titles('filter: { id_in: "1,3" }')).toEqual(['note 1', 'note 3']);
    expect(await titles('filter: { title_eq: "note 1", or: [{ place_eq: 1 }, { place_eq: 2 }] }')).toEqual(['note 1']);
    expect(await titles('filter: { or: [{ secret_null: true }, { place_eq: 2 }] }')).toEqual(['note 2']);
    expect(await titles('filter: { or: [{ place_eq: 2 }, { secret_null: false, place_eq: 3 }] }')).toEqual([
      'note 2',
      'note 3',
    ]);
    expect(await titles('filter: { and: [{ title_contains: "note" }, { title_ncontains: "1" }] }')).toEqual([
      'note 2',
      'note 3',
    ]);
    expect(await titles('filter: { labels_has: 1 }')).toEqual(['note 1', 'note 2', 'note 3']);
    expect(await titles('filter: { or: [] }')).toHaveLength(3);
  });

  it('sorts, pages, searches and filters by status', async () => {
    expect(await titles('sort: ["-title"], limit: 1, page: 2')).toEqual(['note 2']);
    expect(await titles('offset: 2')).toEqual(['note 3']);
    expect(await titles('q: "note 2"')).toEqual(['note 2']);
    expect(await titles('status: ["deleted"]')).toEqual(['note 4', 'note 5']);
  });

  it('supports aliases, fragments, variables and directives', async () => {
    const query = `query ($with: Boolean!, $title: String) {
        first: notes(filter: { title_eq: $title }) { data { ...short } }
        second: notes(limit: 1) { data { name: title secret @include(if: $with) ... on NotesItem { shelf @skip(if: $with) { name } } } }
      }
      fragment short on NotesItem { title shelf { ...shelf } }
      fragment shelf on ShelvesItem { name }`;
    expect(await read(query, { with: true, title: 'note 2' })).toEqual({
      first: { data: [{ title: 'note 2', shelf: { name: 'shelf 1' } }] },
      second: { data: [{ name: 'note 1', secret: 'same' }] },
    });
  });

  it('renames system collections, and fields with names that GraphQL does not allow', async () => {
    const data = await read(
      '{ directus_users { data { id email _2fa_secret role { name } } } directus_settings(limit: 1) { data { key } } }',
    );
    expect(data.directus_users.data[0]).toEqual({
      id: '1',
      email: 'admin@example.com',
      _2fa_secret: null,
      role: { name: 'Administrator' },
    });
  });

  it('finds collections and fields by their names', async () => {
    const data = await read(`{
        directus_collections(name: "notes") { data { collection } }
        all: directus_fields(collection: "shelves") { data { field } }
        directus_fields(collection: "notes", field: "title") { data { field type } }
        none: directus_fields(collection: "notes", field: "nothing") { data { field } }
      }`);
    expect(data.directus_collections.data).toEqual([{ collection: 'notes' }]);
    expect(data.directus_fields.data).toEqual([{ field: 'title', type: 'string' }]);
    expect(data.all.data).toContainEqual({ field: 'name' });
    expect(data.none.data).toEqual([]);
  });

  it('shows addresses of files in their data and beside it', async () => {
    const pixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    const file = (await project.ask('POST', '/files', { data: pixel, filename_download: 'p.gif' })).body.data as Item;
    const shown = await read(
      '{ directus_files { data { ...place data { url } } } } fragment place on DirectusFileItem { full_url url thumbnails { key width } }',
    );
    const { full_url, url, thumbnails } = file.data;
    const small = thumbnails.map(({ key, width }) => ({ key, width }));
    expect(shown.directus_files.data).toEqual([{ full_url, url, thumbnails: small, data: { url } }]);
    expect(await read('{ directus_files { data { full_url } } }')).toEqual({
      directus_files: { data: [{ full_url }] },
    });
  });

  it.each([
    ['{ notes { data { title } } }', 1],
    ['{ notes { data { title } meta { total_count } } }', 2],
    ['{ notes { data { title shelf { name } labels { label { name } } } } }', 4],
    ['{ notes { data { shelf { name } } } shelves { data { name notes { title } } } }', 4],
    ['{ a: notes { data { id ...s } } } fragment s on NotesItem { shelf { name } again: shelf { id } }', 2],
  ])('costs a statement for a list, and one for a relation: %s', async (query, statements) => {
    const opened = await project.opened();
    await read(query);
    const texts = await statementsOf(opened.database, () => read(query));
    expect(texts.filter((text) => !text.includes('octavo'))).toHaveLength(statements);
  });

  it('can be introspected', async () => {
    const { __schema, __type } = await read(
      '{ __schema { queryType { name } types { name } } __type(name: "NotesItem") { fields { name type { name } } } }',
    );
    expect(__schema.queryType.name).toBe('Query');
    expect(__schema.types.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Notes', 'NotesItem', 'NotesFilter', 'DirectusUserItem']),
    );
    expect(__type.fields).toContainEqual({ name: 'shelf', type: { name: 'ShelvesItem' } });
  });

  it('contains nothing that a role may not read', async () => {
    const data = await read('{ notes { data { title } meta { total_count } } }', {}, READER);
    expect(data.notes).toEqual({
      data: [{ title: 'note 1' }, { title: 'note 2' }, { title: 'note 3' }],
      meta: { total_count: 3 },
    });
    for (const query of [
      '{ notes { data { secret } } }',
      '{ notes(filter: { secret_contains: "s" }) { data { id } } }',
      '{ notes(filter: { or: [{ secret_null: true }] }) { data { id } } }',
      '{ notes(filter: { vault_eq: 1 }) { data { id vault { word } } } }',
      '{ vaults { data { word } } }',
      '{ directus_users { data { password } } }',
      '{ directus_users(filter: { token_contains: "a" }) { data { id } } }',
      '{ directus_settings { data { nothing } } }',
    ])
      expect(await refusal(query, {}, READER), query).toMatch(/Cannot query|not defined|no subfields/);
    expect(await refusal('{ notes(sort: "secret") { data { id } } }', {}, READER)).toMatch(/secret/);
    const shown = JSON.stringify(
      await ask('{ __schema { types { name fields { name } inputFields { name } } } }', {}, READER),
    );
    for (const word of ['"secret', '"word', '"vaults"', '"Vaults', '"password"'])
      expect(shown, word).not.toContain(word);
  });

  it('contains nothing for the public as long as nothing is public', async () => {
    expect(await refusal('{ notes { data { id } } }', {}, null)).toMatch(/notes|nothing/);
  });

  it('follows the schema and the permissions as they change', async () => {
    await project.ask('POST', '/fields/shelves', {
      field: 'colour',
      type: 'string',
      datatype: 'VARCHAR',
      length: 20,
    });
    expect((await read('{ shelves(limit: 1) { data { colour } } }')).shelves.data).toEqual([{ colour: null }]);
    await project.ask('DELETE', '/fields/shelves/colour');
    expect(await refusal('{ shelves { data { colour } } }')).toMatch(/colour/);
  });

  it('has no mutations for a role that may change nothing', async () => {
    const before = await project.digest();
    for (const change of ['mutation { x }', 'mutation { delete_notes(ids: [1]) }'])
      expect(await refusal(change, {}, READER)).toBe('Schema is not configured for mutations.');
    expect(await refusal('subscription { x }')).toBe('Schema is not configured for subscriptions.');
    expect(await project.digest()).toBe(before);
  });

  it.each(BOMBS.map((bomb) => [bomb.slice(0, 60), bomb] as const))(
    'refuses queries that cost too much: %s',
    async (_short, bomb) => {
      const begun = performance.now();
      const { errors } = await ask(bomb);
      expect(errors?.length).toBeGreaterThan(0);
      expect(performance.now() - begun).toBeLessThan(SOON_MS);
    },
  );

  it.each([
    '',
    '{',
    '{ notes }',
    '{ notes { data } }',
    '{ nothing { data { id } } }',
    '{ notes(limit: "x") { data { id } } }',
    'query a { notes { data { id } } } query b { notes { data { id } } }',
    '{ ...a } fragment a on Query { ...a }',
  ])('says in its own form what is wrong: %s', async (query) => {
    const { errors, data } = await ask(query);
    expect(data ?? null).toBeNull();
    for (const error of errors ?? [])
      expect(error).toMatchObject({ message: expect.any(String), extensions: { category: 'graphql' } });
    expect(errors?.length).toBeGreaterThan(0);
  });

  it('reports a value that cannot be compared with the usual error code', async () => {
    const { errors } = await ask('{ notes(filter: { id_in: "1,x" }) { data { id } } }');
    expect(errors?.[0]?.extensions).toEqual({ category: 'graphql', code: 4 });
  });

  it('can be posted to, with a JSON body or without', async () => {
    expect((await project.ask('GET', '/gql')).status).toBe(405);
    expect((await project.ask('POST', '/gql')).status).toBe(200);
    expect((await project.ask('POST', '/gql', [{ query: '{ notes { data { id } } }' }])).body).toHaveProperty('errors');
  });
});

const SOON_MS = 3_000;
const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');
const BOMBS = [
  `{ ${many(21, (index) => `a${index}: notes { data { id } }`)} }`,
  `{ ${many(5_000, (index) => `a${index}: notes { data { id } }`)} }`,
  `{ notes { data { ${many(2_000, (index) => `a${index}: title`)} } } }`,
  `{ notes { data { ${'shelf { notes { '.repeat(12)} id ${'} }'.repeat(12)} } } }`,
  `{ notes { data { ${many(201, (index) => `a${index}: shelf { id }`)} } } }`,
  `{ notes { data { ...f0 } } } ${many(30, (index) => `fragment f${index} on NotesItem { ...f${index + 1} ...f${index + 1} }`)} fragment f30 on NotesItem { id }`,
  `{ notes(filter: { and: [${many(12, () => '{ or: [{ id_eq: 1 }, { id_eq: 2 }] }')}] }) { data { id } } }`,
  `{ notes(filter: { id_in: "${'1,'.repeat(5_001)}" }) { data { id } } }`,
  `{ __schema { types { ${'fields { type { '.repeat(6)} name ${'} }'.repeat(6)} } } }`,
  `query (${many(10_000, (index) => `$a${index}: Int`)}) { notes { data { id } } }`,
];

async function furnish(project: TestProject): Promise<void> {
  const write = async (path: string, body: unknown): Promise<void> => {
    const { status, text } = await project.ask('POST', path, body);
    if (status >= 300) throw new Error(`${path}: ${text}`);
  };
  for (const collection of collections) await write('/collections', collection);
  for (const relation of relations) await write('/relations', relation);
  for (const [name, rows] of Object.entries(
    rowsWith({ notes: { 4: { status: 'deleted' }, 5: { status: 'deleted' } } }),
  ))
    await write(`/items/${name}`, rows);
  await write('/roles', { name: 'Reader' });
  await write('/users', {
    first_name: 'R',
    last_name: 'R',
    email: 'r@example.com',
    password: 'R-Secret-1',
    role: 3,
    status: 'active',
    token: READER,
  });
  await write('/permissions', [
    { collection: 'notes', role: 3, read: 'full', read_field_blacklist: ['secret'] },
    { collection: 'shelves', role: 3, read: 'full' },
  ]);
}
