import { describe, expect, it } from 'vitest';
import { type GraphSchema, suggestions, writes } from '../src/developer/graphql/schema.ts';
import { laidOut, linesOf, piecesOf } from '../src/developer/requests/answer.ts';
import { codeOf } from '../src/developer/requests/code.ts';
import { addressOf, draftOf, missingIn, queryOf, type Ready, readyOf } from '../src/developer/requests/draft.ts';
import { formOf } from '../src/developer/requests/form.ts';
import { type ApiDocument, apiOf, isMatch, type Operation } from '../src/developer/requests/operations.ts';
import { encoded, readable } from '../src/developer/requests/readable.ts';
import {
  exampleOf,
  inputOf,
  type JsonSchema,
  membersOf,
  type Schemas,
  typedValue,
} from '../src/developer/requests/schema.ts';
import { timingsOf } from '../src/developer/requests/timing.ts';

/** The types of Node are no part of Studio. */
const NODE: string = 'node:child_process';
type Run = (file: string, words: readonly string[], options: { readonly encoding: 'utf8' }) => string;
const { execFileSync } = (await import(NODE)) as { readonly execFileSync: Run };

const SCHEMAS: Schemas = {
  'articles.create': {
    type: 'object',
    required: ['title'],
    properties: {
      title: { type: 'string', maxLength: 120 },
      status: { type: ['string', 'null'], enum: ['published', 'draft', null] },
      minutes: { type: ['integer', 'null'], description: 'Reading time' },
      featured: { type: ['boolean', 'null'] },
      author: { anyOf: [{ type: ['integer', 'null'] }, { $ref: '#/components/schemas/authors.create' }] },
      tags: { type: 'array', items: {} },
    },
  },
  'authors.create': { type: 'object', properties: { friend: { $ref: '#/components/schemas/authors.create' } } },
  endless: { $ref: '#/components/schemas/endless' },
};
const CREATE = { $ref: '#/components/schemas/articles.create' };

describe('a schema becomes a form', () => {
  it('with an input for each member, by what it takes', () => {
    const members = membersOf(SCHEMAS, CREATE) ?? [];
    expect(members.map(({ name, kind }) => [name, kind])).toEqual([
      ['title', 'text'],
      ['status', 'choice'],
      ['minutes', 'number'],
      ['featured', 'boolean'],
      ['author', 'number'],
      ['tags', 'json'],
    ]);
    expect(members[1]).toMatchObject({ choices: ['published', 'draft'], takesNull: true, required: false });
    expect(members[2]?.note).toBe('Reading time');
    expect(members[0]?.required).toBe(true);
  });

  it('of all parts, and of choices that are written one by one', () => {
    const action = {
      anyOf: [
        { type: 'string', const: 'read' },
        { type: 'string', const: 'update' },
      ],
    };
    const parts: JsonSchema = {
      allOf: [
        { type: 'object', properties: { action } },
        { type: 'object', properties: { item: {} } },
      ],
    };
    expect(membersOf(SCHEMAS, parts)).toMatchObject([
      { kind: 'choice', choices: ['read', 'update'] },
      { name: 'item' },
    ]);
  });

  it('that ends, although schemas refer to themselves', () => {
    expect(membersOf(SCHEMAS, { $ref: '#/components/schemas/endless' })).toBeNull();
    expect(inputOf(SCHEMAS, 'x', { $ref: '#/components/schemas/nowhere' }, false).kind).toBe('json');
  });

  it('with examples of a real row', () => {
    const row = { title: 'Rivers', minutes: 4, tags: [1], author: null };
    expect(exampleOf(SCHEMAS, CREATE, row)).toEqual({ title: 'Rivers', minutes: 4 });
    expect(exampleOf(SCHEMAS, CREATE)).toEqual({ title: '' });
  });

  it('whose texts become values', () => {
    const of = (name: string) =>
      membersOf(SCHEMAS, CREATE)?.find((each) => each.name === name) as ReturnType<typeof inputOf>;
    expect(typedValue(of('minutes'), '4')).toBe(4);
    expect(typedValue(of('minutes'), 'null')).toBeNull();
    expect(typedValue(of('title'), 'null')).toBe('null');
    expect(typedValue(of('featured'), 'false')).toBe(false);
    expect(typedValue(of('tags'), '[1]')).toEqual([1]);
    expect(typedValue(of('title'), '')).toBeUndefined();
    expect(() => typedValue(of('tags'), '[')).toThrow(SyntaxError);
  });
});

const DOCUMENT: ApiDocument = {
  paths: {
    '/items/articles/{id}': {
      get: {
        summary: 'Read one item',
        tags: ['items/articles'],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { $ref: '#/components/parameters/filter' },
          { $ref: '#/components/parameters/if-match' },
        ],
      },
      patch: { requestBody: { content: { 'application/json': { schema: CREATE } } } },
      trace: {},
    },
  },
  components: {
    schemas: SCHEMAS,
    parameters: {
      filter: { name: 'filter', in: 'query', schema: { type: 'object' } },
      'if-match': { name: 'If-Match', in: 'header', schema: { type: 'string' } },
    },
  },
};
const [READ, PATCH] = apiOf(DOCUMENT).operations as [Operation, Operation];

describe('a request', () => {
  it('is read from the document, with its parameters and its collection', () => {
    expect(apiOf(DOCUMENT).operations).toHaveLength(2);
    expect(READ).toMatchObject({ method: 'GET', collection: 'articles', body: null });
    expect(READ.parameters.map(({ name }) => name)).toEqual(['id', 'filter']);
    expect(PATCH.body).toEqual(CREATE);
    expect(isMatch(READ, 'read ARTICLES')).toBe(true);
    expect(isMatch(READ, 'delete articles')).toBe(false);
  });

  it('is in the address, and comes back from it', () => {
    const draft = {
      method: 'PATCH',
      path: PATCH.path,
      values: { id: '3', filter: '' },
      body: '{"title":"x"}',
    } as const;
    const query = queryOf(draft);
    expect(query).toEqual({ method: 'PATCH', path: PATCH.path, 'p.id': '3', body: '{"title":"x"}' });
    expect(draftOf(PATCH, query)).toEqual({ ...draft, values: { id: '3' } });
    expect(draftOf(PATCH, { 'p.id': ['1', '2'], body: null })).toMatchObject({ values: {}, body: '' });
  });

  it.each(['../../server', 'a/b?c#d', '..', '.', '%2e%2e', 'a b'])('cannot leave its path by the value %j', (id) => {
    const ready = readyOf(READ, { method: 'GET', path: READ.path, values: { id }, body: '' });
    const { pathname, search, hash } = new URL(`https://example.com/demo${addressOf(ready)}`);
    expect(pathname).toMatch(/^\/demo\/items\/articles\/[^/]+$/);
    expect([search, hash]).toEqual(['', '']);
  });

  it('takes filters as lists write them, or as JSON', () => {
    const of = (filter: string) =>
      readyOf(READ, { method: 'GET', path: READ.path, values: { id: '1', filter }, body: '' });
    expect(of('status = draft').query).toEqual([['filter', '{"status":[{"eq":"draft"}]}']]);
    expect(of('{"a":1}').query).toEqual([['filter', '{"a":1}']]);
    expect(() => of('status = = x')).toThrow();
    expect(missingIn(READ, { method: 'GET', path: '', values: {}, body: '' })).toEqual(['id']);
  });
});

const HOSTILE = [
  `'; touch /tmp/owned; '`,
  '$(touch /tmp/owned)',
  '`id`',
  '"\\"$TOKEN"',
  "it's\nnew\r\nlines",
  '-o /tmp/owned',
  '@/etc/passwd',
  '!! \\ * ? [a-z] {1..3} ~ # & | ; < >',
  `\u2028 \u{1F600} ${'$'}{process.env.X} </script>`,
];

describe('an address', () => {
  const addressFor = (path: string, ...query: [string, string][]): string =>
    addressOf({ method: 'GET', path, query, body: undefined });
  it('is read without percent-encoding where it means the same', () => {
    const given = addressFor('/items/b%C3%BCcher/a%2Fb', ['filter', '{"title":{"contains":"Fähre"}}'], ['q', 'a b']);
    expect(readable(given)).toBe('/items/bücher/a%2Fb?filter={"title":{"contains":"Fähre"}}&q=a b');
  });
  it.each([
    'a&b=c',
    '1 + 1',
    '100%',
    '%41',
    '#top',
    'a?b',
    'x\u202ey',
    '\u00a0',
    '\n',
    '[0]',
    '日本',
    "it's",
    '~!*()',
    '\\',
  ])('leads to the same when what is read is copied: %j', (value) => {
    const given = addressFor(`/items/${encodeURIComponent(value)}`, ['q', value], [`filter[${value}]`, value]);
    const parts = (text: string): unknown => {
      const { pathname, search, hash } = new URL(`https://example.com${text}`);
      return [decodeURIComponent(pathname), [...new URLSearchParams(search)], hash];
    };
    const copied = encoded(readable(given));
    expect(copied).toMatch(/^[!-~]+$/);
    expect(parts(copied)).toEqual(parts(given));
  });
  it('that is not percent-encoded UTF-8 stays as it is', () => expect(readable('/a%FF')).toBe('/a%FF'));
});

describe('a request as code', () => {
  const ready = (value: string): Ready => ({
    method: 'POST',
    path: `/items/articles/${encodeURIComponent(value)}`,
    query: [['q', value]],
    body: { title: value, [value]: [value] },
  });

  it.each(HOSTILE)('is one curl command for a real shell, whatever is in it: %j', (value) => {
    const base = `https://example.com/${value}`;
    const code = codeOf('curl', base, ready(value));
    const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\nTOKEN=t0ken\n${code}`;
    const words = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
    const sent = ready(value);
    expect(words).toEqual([
      '-X',
      'POST',
      base + addressOf(sent),
      '--globoff',
      '-H',
      'Authorization: Bearer t0ken',
      '-H',
      'Content-Type: application/json',
      '--data-raw',
      JSON.stringify(sent.body),
    ]);
  });

  it.each(HOSTILE)('is JavaScript that sends the same: %j', async (value) => {
    const calls: unknown[] = [];
    const fetched = async (url: string, init: RequestInit): Promise<object> => {
      calls.push(url, init.method, JSON.parse(String(init.body)));
      return { json: async () => ({ data: 1 }) };
    };
    const code = codeOf('fetch', 'https://example.com/demo', ready(value));
    const made = new Function('fetch', 'process', `return (async () => { ${code} })()`) as (
      ...all: unknown[]
    ) => Promise<void>;
    await made(fetched, { env: { TOKEN: 't0ken' } });
    const sent = ready(value);
    expect(calls).toEqual([`https://example.com/demo${addressOf(sent)}`, 'POST', sent.body]);
  });

  it.each(HOSTILE)('asks the client for the same: %j', async (value) => {
    const calls: unknown[] = [];
    const octavo = (): object => ({ request: async (...all: unknown[]) => void calls.push(...all) });
    const code = codeOf('client', 'https://example.com/demo', ready(value)).replace(/^import .*\n/, '');
    const made = new Function('octavo', 'process', `return (async () => { ${code} })()`) as (
      ...all: unknown[]
    ) => Promise<void>;
    await made(octavo, { env: {} });
    const sent = ready(value);
    expect(calls).toEqual(['POST', sent.path, { q: value }, sent.body]);
  });
});

describe('a request with a file', () => {
  const DOCUMENT: ApiDocument = {
    paths: {
      '/files': {
        post: {
          requestBody: {
            content: {
              'multipart/form-data': { schema: { type: 'object', properties: { title: { type: 'string' } } } },
              'application/json': { schema: { type: 'object', properties: { title: { type: 'string' } } } },
            },
          },
        },
      },
      '/jobs/files': {
        post: {
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
              },
            },
          },
        },
      },
      '/jobs': {
        post: {
          requestBody: {
            content: { 'application/json': { schema: { type: 'object' } }, 'multipart/form-data': {} },
          },
        },
      },
    },
  };
  const [files, uploads, jobs] = apiOf(DOCUMENT).operations as [Operation, Operation, Operation];
  const draft = (title: string) => ({ ...draftOf(files, {}), body: JSON.stringify({ title, tags: ['a', 1] }) });
  const named = (name: string): File => new File(['x'], name, { type: 'text/plain' });

  it('is known from the document: by the name of the part, and whether it can be left out', () => {
    expect(files.file).toEqual({ name: 'data', isRequired: false });
    expect([uploads.file, uploads.body]).toEqual([{ name: 'file', isRequired: true }, null]);
    expect(jobs.file).toBeNull();
  });

  it('is a form of the members of the body with the file at the end', () => {
    const form = formOf(readyOf(files, draft('Harbour'), named('note.txt')));
    expect([...(form ?? [])].map(([name, value]) => [name, typeof value === 'string' ? value : value.name])).toEqual([
      ['title', 'Harbour'],
      ['tags[]', 'a'],
      ['tags[]', '1'],
      ['data', 'note.txt'],
    ]);
    expect(formOf(readyOf(files, draft('Harbour')))).toBeNull();
  });

  it.each(HOSTILE)('is one curl command that reads that very file and nothing else: %j', (value) => {
    const code = codeOf('curl', 'https://example.com/demo', readyOf(files, draft(value), named(`${value}"\\;,=.txt`)));
    const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\nTOKEN=t0ken\n${code}`;
    const words = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(-9, -1);
    const name = `${value}"\\;,=.txt`.replace(/["\\]/g, '\\$&');
    const parts = [`title=${value}`, 'tags[]=a', 'tags[]=1'].flatMap((part) => ['--form-string', part]);
    expect(words).toEqual([...parts, '-F', `data=@"${name}"`]);
  });

  it.each(HOSTILE)('is JavaScript that sends the same form: %j', async (value) => {
    for (const language of ['fetch', 'client'] as const) {
      const calls: unknown[] = [];
      const tools = {
        fetch: async (_url: string, init: RequestInit) => {
          calls.push(init.body);
          return { json: async () => ({}) };
        },
        octavo: () => ({ request: async (...all: unknown[]) => void calls.push(all[3]) }),
        readFile: async (name: string) => new TextEncoder().encode(name),
        process: { env: {} },
      };
      const ready = readyOf(files, draft(value), named(value));
      const code = codeOf(language, 'https://example.com/demo', ready).replaceAll(/^import .*\n/gm, '');
      const made = new Function(...Object.keys(tools), `return (async () => { ${code} })()`) as (
        ...all: unknown[]
      ) => Promise<void>;
      await made(...Object.values(tools));
      const sent = calls[0] as FormData;
      expect(sent.getAll('title')).toEqual([value]);
      expect(sent.getAll('tags[]')).toEqual(['a', '1']);
      expect(await (sent.get('data') as File).text()).toBe(value);
    }
  });
});

describe('Server-Timing', () => {
  it('is stages and hints', () => {
    expect(timingsOf('auth;dur=0.51, work;dur=12.30, hint;desc="An index on \\"title\\", please"')).toEqual({
      stages: [
        { name: 'auth', ms: 0.51 },
        { name: 'work', ms: 12.3 },
      ],
      hints: ['An index on "title", please'],
    });
  });

  it.each(['', ';;', 'a;dur=x', 'a;dur="', 'a,b;dur', ',,,', 'a;desc="no end'])('may be malformed: %j', (header) => {
    expect(timingsOf(header).stages).toEqual([]);
  });

  it('is read in no time, however long it is', () => {
    const start = performance.now();
    for (const unit of ['a;dur=1,', 'a;', '"', ' ', 'a;desc="\\']) timingsOf(unit.repeat(5_000));
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe('an answer', () => {
  it('is laid out if it is JSON, and left as it is where that would change it', () => {
    expect(linesOf('{"a":[1]}')).toEqual(['{', '  "a": [', '    1', '  ]', '}']);
    expect(laidOut('{"a":12345678901234567890}')).toBe('{"a":12345678901234567890}');
    expect(laidOut('{"a":')).toBe('{"a":');
    expect(laidOut('plain')).toBe('plain');
  });

  it('has pieces that are the line again', () => {
    const line = '  "a\\"b": "x: true", 1.5e3 null <img>';
    expect(
      piecesOf(line)
        .map(({ text }) => text)
        .join(''),
    ).toBe(line);
    expect(piecesOf('"a": "b"').map(({ kind }) => kind)).toEqual(['name', 'plain', 'text']);
  });
});

describe('GraphQL', () => {
  const named = (name: string) => ({ kind: 'OBJECT', name });
  const schema: GraphSchema = {
    queryType: { name: 'Query' },
    mutationType: { name: 'Mutation' },
    types: [
      {
        name: 'Query',
        inputFields: null,
        fields: [
          {
            name: 'articles',
            description: null,
            type: named('Articles'),
            args: [
              { name: 'limit', type: named('Int') },
              { name: 'filter', type: named('Filter') },
            ],
          },
        ],
      },
      {
        name: 'Mutation',
        inputFields: null,
        fields: [{ name: 'create_articles', description: null, type: named('Articles') }],
      },
      {
        name: 'Articles',
        inputFields: null,
        fields: [{ name: 'data', description: null, type: { kind: 'LIST', name: null, ofType: named('Item') } }],
      },
      { name: 'Item', inputFields: null, fields: [{ name: 'title', description: null, type: named('String') }] },
      { name: 'Filter', fields: null, inputFields: [{ name: 'title_eq', description: null, type: named('String') }] },
    ],
  };
  it.each([
    ['{ ', ['articles']],
    ['{ articles { da', ['data']],
    ['{ articles(limit: 1) { data { ', ['title']],
    ['{ articles(', ['limit', 'filter']],
    ['{ articles(filter: { ', ['title_eq']],
    ['mutation { ', ['create_articles']],
    ['fragment F on Item { ', ['title']],
    ['{ articles { data { title } } ', ['articles']],
    ['{ articles { ... on Articles { ', ['data']],
    ['{ "a { b" articles { # {\n', ['data']],
    ['} } } ', ['query', 'mutation', 'fragment']],
  ])('suggests after %j', (text, names) => {
    expect(suggestions(schema, text).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['{ mutation }', false],
    ['query Q { a(b: "mutation { x }") }', false],
    ['# mutation\n{ a }', false],
    ['mutation { a }', true],
    ['query Q { a } mutation M { b }', true],
    ['"""x""" mutation M { b }', true],
  ])('knows whether %j writes', (text, does) => expect(writes(text)).toBe(does));
});
