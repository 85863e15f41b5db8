import { beforeAll, expect, it } from 'vitest';
import { id } from '../support/fields.ts';
import { type EngineName, onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN, type TestProject } from '../support/project.ts';
import { addThings } from './things.ts';

const field = (name: string, type: string, datatype: string, more: object = {}) => ({
  field: name,
  type,
  datatype,
  interface: null,
  ...more,
});
const statusMapping = { draft: { name: 'Draft' }, deleted: { name: 'Deleted', soft_delete: true } };

const THINGS = {
  collection: 'things',
  fields: [
    id,
    field('status', 'status', 'VARCHAR', {
      length: 20,
      default_value: 'draft',
      options: { status_mapping: statusMapping },
    }),
    field('title', 'string', 'VARCHAR', { length: 50, required: true }),
    field('code', 'string', 'VARCHAR', { length: 20, unique: true }),
    field('body', 'string', 'TEXT'),
    field('views', 'integer', 'INT', { length: 10, signed: true }),
    field('huge', 'integer', 'BIGINT', { length: 20 }),
    field('price', 'decimal', 'DECIMAL', { length: '6,2' }),
    field('weight', 'decimal', 'DOUBLE'),
    field('done', 'boolean', 'TINYINT', { length: 1 }),
    field('day', 'date', 'DATE'),
    field('hour', 'time', 'TIME'),
    field('moment', 'datetime', 'DATETIME'),
    field('words', 'array', 'VARCHAR', { length: 100 }),
    field('extra', 'json', 'TEXT'),
    field('ref', 'uuid', 'VARCHAR', { length: 36 }),
    field('secret', 'hash', 'VARCHAR', { length: 100 }),
    field('owner', 'owner', 'INT', { length: 10 }),
    field('parent', 'm2o', 'INT', { length: 10 }),
    { field: 'children', type: 'o2m', interface: 'one-to-many' },
  ],
};
const NAMES = THINGS.fields.map(({ field: name }) => String(name));

const TEXTS = [
  '',
  "'",
  '"',
  '\\',
  '%',
  '\0',
  '\u{1F600}',
  '-1',
  '1e309',
  '9999999999999999999999',
  '18446744073709551615',
  'NaN',
  'null',
  'now',
  '(select 1)',
  'a'.repeat(2000),
  '%%%',
  '{}',
  ',',
  '1,2',
  '*',
  '-id',
  '?',
  '2020-02-30',
  '12:99',
  ' 1',
  '+1',
  '0x10',
];
const OPERATORS = [
  'eq',
  'neq',
  'lt',
  'gte',
  'in',
  'nin',
  'null',
  'contains',
  'nrlike',
  'between',
  'empty',
  'all',
  'has',
  'bogus',
];
const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  'x',
  '\0',
  '\u{1F600}',
  [],
  {},
  [1],
  { id: 1 },
  { id: 'x' },
  { $delete: true },
  { id: 1, $delete: true },
  [{ id: 1 }],
  [{ id: 99 }],
  [null],
  ['x'],
  'a'.repeat(70_000),
  '2020-01-01',
  '99999999999999999999',
  '1e5',
];
const DATATYPES = [
  'VARCHAR',
  'INT',
  'TEXT',
  'DECIMAL',
  'ENUM',
  'SET',
  'DATE',
  'TIMESTAMP',
  'BIGINT',
  'FLOAT',
  'BLOB',
  'BINARY',
  'VARBINARY',
  'JSON',
  'BOOL',
  'BIT',
  'YEAR',
  'UUID',
  'SERIAL',
  'NUMERIC',
  'CHAR',
];
const LENGTHS = [undefined, 0, 10, '10,2', 'a,b', "');--", -1, 99_999];
const DEFAULTS = [undefined, 'x', 5, "'; DROP"];
const RESOURCES = [
  'items/things',
  'collections',
  'fields/things',
  'users',
  'roles',
  'permissions',
  'relations',
  'settings',
  'folders',
  'collection_presets',
  'webhooks',
  'activity/comment',
  'auth/authenticate',
  'auth/refresh',
  'utils/hash',
  'utils/hash/match',
  'utils/random/string',
];
const encoded = encodeURIComponent;

/** The requests that were answered with a server error. */
class Faults {
  readonly list: string[] = [];
  readonly #project: TestProject;
  readonly #engine: EngineName;

  constructor(project: TestProject, engine: EngineName) {
    this.#project = project;
    this.#engine = engine;
  }

  /** Sockets are the same on every engine, so reads go through them on SQLite only. */
  async ask(method: string, path: string, body?: unknown): Promise<void> {
    const { status, text } = await (method === 'GET' && this.#engine !== 'sqlite'
      ? this.#project.get(path, ADMIN_TOKEN)
      : this.#project.ask(method, path, body));
    if (status >= 500)
      this.list.push(
        `${status} ${method} ${path.slice(0, 120)} ${JSON.stringify(body)?.slice(0, 120)} ${text.slice(0, 120)}`,
      );
  }
}

onEveryEngine('no input causes an internal error', ({ engine, project }) => {
  let faults: Faults;
  beforeAll(async () => {
    await addThings(project, THINGS, [
      { title: 'One', children: [{ title: 'Two' }] },
      { title: 'Three', code: 'x' },
    ]);
    faults = new Faults(project, engine);
  });

  it('in filters', async () => {
    for (const name of [...NAMES, 'parent.title', 'children.views', 'owner.email', 'nope', '__proto__']) {
      for (const operator of OPERATORS) {
        const filter = `filter[${encoded(name)}][${operator}]`;
        await Promise.all(TEXTS.map((text) => faults.ask('GET', `/items/things?${filter}=${encoded(text)}`)));
      }
    }
    expect(faults.list.splice(0)).toEqual([]);
  }, 120_000);

  it('in the other parameters and in paths', async () => {
    for (const text of TEXTS.map(encoded)) {
      for (const parameter of [
        'limit',
        'offset',
        'page',
        'sort',
        'fields',
        'single',
        'status',
        'q',
        'meta',
        'lang',
        'filter',
      ]) {
        for (const form of ['', '[]', '[a][b]']) await faults.ask('GET', `/items/things?${parameter}${form}=${text}`);
      }
      for (const resource of [
        ...RESOURCES,
        'items',
        'activity',
        'revisions',
        'files',
        'items/things/1/revisions',
        'permissions/me',
      ]) {
        await faults.ask('GET', `/${resource}/${text}`);
        await faults.ask('PATCH', `/${resource}/${text}`, {});
      }
    }
    expect(faults.list.splice(0)).toEqual([]);
  }, 120_000);

  it('in the values of items and users', async () => {
    for (const value of VALUES) {
      for (const name of [...NAMES, 'nope']) {
        await faults.ask('POST', '/items/things', { title: 't', [name]: value });
        await faults.ask('PATCH', '/items/things/2', { [name]: value });
      }
      for (const name of [
        'email',
        'first_name',
        'avatar',
        'locale_options',
        'email_notifications',
        'theme',
        'last_access_on',
      ]) {
        await faults.ask('PATCH', '/users/1', { [name]: value });
      }
    }
    await faults.ask('PATCH', '/users/1', { email: 'admin@example.com' });
    expect(faults.list.splice(0)).toEqual([]);
  }, 120_000);

  it('in bodies of every resource', async () => {
    for (const resource of RESOURCES) {
      for (const value of VALUES) {
        const names = [
          'name',
          'collection',
          'role',
          'field',
          'type',
          'key',
          'value',
          'fields',
          'email',
          'password',
          'token',
          'string',
          'length',
          'item',
          'collection_many',
          'field_many',
          'datatype',
        ];
        await faults.ask('POST', `/${resource}`, Object.fromEntries(names.map((name) => [name, value])));
        await faults.ask('POST', `/${resource}`, [value]);
      }
      for (const text of ['', '{', '"x"', 'null', '1e400', `${'['.repeat(5000)}${']'.repeat(5000)}`])
        await faults.ask('POST', `/${resource}`, text);
    }
    expect(faults.list.splice(0)).toEqual([]);
  }, 120_000);

  it('in definitions of fields', async () => {
    let number = 0;
    for (const datatype of DATATYPES) {
      for (const [index, length] of LENGTHS.entries()) {
        const default_value = DEFAULTS[(index + datatype.length) % DEFAULTS.length];
        const type = ['string', 'integer', 'json', 'array', 'status', 'date'][number % 6];
        const flags = { unique: number % 5 === 0, required: number % 7 === 0, signed: number % 2 === 0 };
        await faults.ask('POST', '/fields/things', {
          field: `f${number}`,
          type,
          datatype,
          length,
          default_value,
          ...flags,
        });
        await faults.ask('DELETE', `/fields/things/f${number++}`);
      }
    }
    expect(faults.list.splice(0)).toEqual([]);
  }, 240_000);
});
