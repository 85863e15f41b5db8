import { beforeAll, describe, expect, it } from 'vitest';
import type { Database, Statement } from '../../../src/dialects/dialect.ts';
import { copyProject } from '../../../src/projects/copy/copy.ts';
import { databaseOf } from '../../../src/projects/database-body.ts';
import type { Row } from '../../../src/query/shape/row.ts';
import type { TableIndex } from '../../../src/schema/column.ts';
import { id, integer, status, text, toOne } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Answered, Payload } from '../../support/project.ts';

const codeOf = ({ status: answered, body }: Answered): unknown[] => [answered, body.error?.code];
const EDITOR = 'indexes-editor-token';

/** The key of a step of a plan, which MariaDB and MySQL have in different columns. */
const keyOf = (step: Row): unknown => step[step.length === 10 ? 5 : 6];

/** The default format of MySQL 9 is a tree. */
const EXPLAIN = { sqlite: 'EXPLAIN QUERY PLAN', mysql: 'EXPLAIN FORMAT=TRADITIONAL', postgres: 'EXPLAIN' };

onEveryEngine('indexes', ({ engine, database, server, project }) => {
  let made = 0;

  beforeAll(async () => {
    const role = await project.write<{ id: number }>('POST', '/roles', { name: 'Editors' });
    await project.write('POST', '/users', {
      email: 'editor@example.com',
      first_name: 'Ed',
      last_name: 'Itor',
      password: 'Editor-Secret-1',
      token: EDITOR,
      role: role.id,
      status: 'active',
    });
    for (const collection of ['directus_fields', 'directus_collections', 'guarded'])
      await project.write('POST', '/permissions', {
        role: role.id,
        collection,
        create: 'full',
        read: 'full',
        update: 'full',
        delete: 'full',
      });
    await project.write('POST', '/collections', { collection: 'guarded', fields: [id, text('title')] });
  });

  async function create(fields: readonly Payload[], more: Payload = {}): Promise<string> {
    const collection = `table_${++made}`;
    await project.write('POST', '/collections', { collection, fields: [id, ...fields], ...more });
    return collection;
  }

  async function indexesOf(name: string, key = project.key): Promise<readonly TableIndex[]> {
    const opened = await server.app.registry.find(key);
    const tables = await opened?.dialect.introspect(opened.database);
    return tables?.find((table) => table.name === name)?.indexes ?? [];
  }

  const columnsOf = async (name: string, key?: string): Promise<string[]> =>
    (await indexesOf(name, key))
      .filter(({ plain }) => plain)
      .map(({ columns }) => columns.join())
      .sort();

  const formsOf = async (name: string, key?: string): Promise<string[]> =>
    (await indexesOf(name, key)).flatMap(({ form, columns }) => (form ? [`${form} ${columns.join()}`] : [])).sort();

  const date = (field: string, more: Payload = {}): Payload => ({ field, type: 'datetime', ...more });

  describe('are created with a field', () => {
    type Way = (collection: string, field: Payload) => Promise<unknown>;
    const ways: readonly (readonly [string, Way])[] = [
      ['POST /fields', (name, field) => project.write('POST', `/fields/${name}`, field)],
      [
        'PATCH /fields of one',
        async (name, { index, ...field }) => {
          await project.write('POST', `/fields/${name}`, field);
          return project.write('PATCH', `/fields/${name}/${field.field}`, { index });
        },
      ],
      [
        'PATCH /fields of a list',
        async (name, { index, ...field }) => {
          await project.write('POST', `/fields/${name}`, field);
          return project.write('PATCH', `/fields/${name}`, [
            { field: 'title', note: 'x' },
            { field: field.field, index },
          ]);
        },
      ],
      [
        'PATCH /fields of several names',
        async (name, { index, ...field }) => {
          await project.write('POST', `/fields/${name}`, field);
          await project.write('POST', `/fields/${name}`, { ...field, field: 'twin' });
          await project.write('PATCH', `/fields/${name}/${field.field},twin`, { index });
          expect(await columnsOf(name)).toContain('twin');
          return project.write('PATCH', `/fields/${name}/twin`, { index: 'false' });
        },
      ],
      [
        'PATCH /collections',
        (name, field) =>
          project.write('PATCH', `/collections/${name}`, {
            fields: [field, { field: 'title', length: 120 }, text('more')],
          }),
      ],
    ];
    it.each(ways)('by %s', async (_way, add) => {
      const name = await create([text('title')]);
      await add(name, { ...date('published_on'), index: true });
      expect(await columnsOf(name)).toEqual(['published_on']);
      const fields = await project.read<Payload[]>(`/fields/${name}?fields=*,index`);
      expect(fields.filter(({ index }) => index).map(({ field }) => field)).toEqual(['published_on']);
    });

    it('by POST /collections, for a new table and for an adopted one', async () => {
      const name = await create([text('title', { index: true }), integer('minutes')]);
      expect(await columnsOf(name)).toEqual(['title']);
      const { database: open } = await project.opened();
      await open.run({
        text: 'CREATE TABLE adopted (id INTEGER PRIMARY KEY, place INTEGER, kind INTEGER)',
        parameters: [],
      });
      await open.run({ text: 'CREATE INDEX by_hand ON adopted (kind)', parameters: [] });
      await project.opened().then((opened) => opened.outdated(opened.catalog));
      await project.write('POST', '/collections', {
        collection: 'adopted',
        fields: [{ ...integer('place'), index: true }],
      });
      expect(await columnsOf('adopted')).toEqual(['kind', 'place']);
      expect(codeOf(await project.ask('PATCH', '/fields/adopted/kind', { index: false }))).toEqual([422, 12]);
      expect(codeOf(await project.ask('PATCH', '/fields/adopted/place', { index: false }))).toEqual([200, undefined]);
      expect(await columnsOf('adopted')).toEqual(['kind']);
    });
  });

  it('are shown on request, and in the answer to a change of them', async () => {
    const name = await create([text('title', { index: true }), integer('minutes')]);
    const shown = async (path: string): Promise<Payload> => project.read(path);
    expect(await shown(`/fields/${name}/title`)).not.toHaveProperty('index');
    expect(await shown(`/fields/${name}/title?fields=*,index`)).toMatchObject({
      field: 'title',
      length: '100',
      index: true,
    });
    expect(await shown(`/fields/${name}/minutes?fields=*,index`)).toMatchObject({ index: false });
    expect(await shown(`/fields?limit=-1&fields=*,index`)).toContainEqual(
      expect.objectContaining({ collection: name, field: 'title', index: true }),
    );
    expect(await project.write('PATCH', `/fields/${name}/title`, { index: false })).toMatchObject({ index: false });
    expect(await project.write('PATCH', `/fields/${name}/title`, { note: 'x' })).not.toHaveProperty('index');
    expect(await project.write('POST', `/fields/${name}`, { ...integer('more'), index: 1 })).toMatchObject({
      index: true,
    });
  });

  it('are created for status, sort and relations, unless a definition says no', async () => {
    const name = await create([status, integer('sort', 'sort'), toOne('author'), integer('minutes'), date('day')]);
    expect(await columnsOf(name)).toEqual(['sort', 'status']);
    await project.write('POST', '/relations', {
      collection_many: name,
      field_many: 'author',
      collection_one: 'guarded',
    });
    expect(await columnsOf(name)).toEqual(['author', 'sort', 'status']);
    const without = await create([{ ...status, index: false }]);
    await project.write('POST', `/fields/${without}`, { ...integer('sort', 'sort'), index: false });
    expect(await columnsOf(without)).toEqual([]);
    expect(codeOf(await project.ask('PATCH', `/fields/${name}/author`, { index: false }))).toEqual([422, 12]);
    await project.write('PATCH', `/fields/${name}/status`, { index: false });
    expect(await columnsOf(name)).toEqual(['author', 'sort']);
  });

  it('over several columns are replaced by those of a change', async () => {
    const indexes = [
      ['status', 'published_on'],
      ['minutes', 'id'],
    ];
    const name = await create([{ ...status, index: false }, date('published_on'), integer('minutes')], { indexes });
    expect(await columnsOf(name)).toEqual(['minutes,id', 'status,published_on']);
    const shown = await project.read<{ indexes: string[][] }>(`/collections/${name}?fields=*,indexes`);
    expect(shown.indexes.map(String).sort()).toEqual(['minutes,id', 'status,published_on']);
    expect(await project.read(`/collections/${name}`)).not.toHaveProperty('indexes');
    const all = await project.read<Payload[]>('/collections?fields=*,indexes');
    expect(all.find(({ collection }) => collection === name)).toMatchObject({ indexes: shown.indexes });
    const changed = await project.write('PATCH', `/collections/${name}`, {
      indexes: [
        ['minutes', 'id'],
        ['id', 'minutes'],
      ],
    });
    expect(changed).toMatchObject({
      collection: name,
      indexes: expect.arrayContaining([
        ['id', 'minutes'],
        ['minutes', 'id'],
      ]),
    });
    expect(await columnsOf(name)).toEqual(['id,minutes', 'minutes,id']);
    await project.write('PATCH', `/collections/${name}`, { indexes: [] });
    expect(await columnsOf(name)).toEqual([]);
    expect(await project.write('PATCH', `/collections/${name}`, { note: 'x' })).not.toHaveProperty('indexes');
  });

  describe('are refused, with nothing changed,', () => {
    const many = Array.from({ length: 11 }, (_, at) => ['id', 'title', ...(at ? [`c${at}`] : [])]);
    const cases: readonly (readonly [string, string, string, unknown, number, number])[] = [
      [
        'on a text without limit',
        'POST',
        '/fields/guarded',
        { field: 'body', type: 'string', datatype: 'TEXT', index: true },
        422,
        12,
      ],
      ['on a text that is too long', 'POST', '/fields/guarded', text('long', { length: 601, index: true }), 422, 12],
      ['on bytes', 'POST', '/fields/guarded', { field: 'bytes', type: 'binary', index: true }, 422, 12],
      ['on a field without a column', 'POST', '/fields/guarded', { field: 'items', type: 'o2m', index: true }, 422, 12],
      ['by something else than yes or no', 'POST', '/fields/guarded', fresh({ index: 'maybe' }), 422, 4],
      ['as a list', 'PATCH', '/fields/guarded/title', { index: ['title'] }, 422, 4],
      ['on a field of the system', 'PATCH', '/fields/directus_users/company', { index: true }, 403, 10],
      ['over one column', 'PATCH', '/collections/guarded', { indexes: [['title']] }, 422, 4],
      ['over the same column twice', 'PATCH', '/collections/guarded', { indexes: [['id', 'id']] }, 422, 4],
      ['over six columns', 'PATCH', '/collections/guarded', { indexes: [['a', 'b', 'c', 'd', 'e', 'f']] }, 422, 4],
      [
        'that are equal',
        'PATCH',
        '/collections/guarded',
        {
          indexes: [
            ['id', 'title'],
            ['id', 'title'],
          ],
        },
        422,
        4,
      ],
      ['eleven of them', 'PATCH', '/collections/guarded', { indexes: many }, 422, 4],
      ['over something else', 'PATCH', '/collections/guarded', { indexes: 'title' }, 422, 4],
      ['over a column that is not there', 'PATCH', '/collections/guarded', { indexes: [['id', 'nothing']] }, 422, 12],
      [
        'in a new collection that has no such column',
        'POST',
        '/collections',
        { collection: 'never', fields: [id], indexes: [['id', 'x']] },
        422,
        12,
      ],
      [
        'in a list of fields of which one cannot have it',
        'PATCH',
        '/collections/guarded',
        {
          note: 'x',
          fields: [
            { field: 'title', index: true },
            { field: 'body', type: 'string', datatype: 'TEXT', index: true },
          ],
        },
        422,
        12,
      ],
    ];
    it.each(cases)('%s', async (_what, method, path, body, answered, code) => {
      const before = [await project.digest(), await indexesOf('guarded')];
      expect(codeOf(await project.ask(method, path, body))).toEqual([answered, code]);
      expect([await project.digest(), await indexesOf('guarded')]).toEqual(before);
    });

    it.each([
      ['POST', '/fields/guarded', { ...integer('fresh'), index: true }],
      ['POST', '/fields/guarded', { ...integer('fresh'), index: false }],
      ['PATCH', '/fields/guarded/title', { index: true }],
      ['PATCH', '/fields/guarded', [{ field: 'title', index: false }]],
    ])('to others than administrators: %s %s %j', async (method, path, body) => {
      const before = [await project.digest(), await indexesOf('guarded')];
      expect(codeOf(await project.ask(method, path, body, EDITOR))).toEqual([403, 10]);
      expect([await project.digest(), await indexesOf('guarded')]).toEqual(before);
    });
  });

  it.skipIf(engine !== 'mysql')('are refused if a table only accepts short keys', async () => {
    const { database: open } = await project.opened();
    const columns = 'id INT PRIMARY KEY, long_text VARCHAR(500)';
    const sql = `CREATE TABLE compact (${columns}) ENGINE=InnoDB ROW_FORMAT=COMPACT CHARSET utf8mb4`;
    await open.run({ text: sql, parameters: [] });
    await project.opened().then((opened) => opened.outdated(opened.catalog));
    const refused = await project.ask('PATCH', '/fields/compact/long_text', { index: true });
    expect(codeOf(refused)).toEqual([422, 12]);
    expect(await columnsOf('compact')).toEqual([]);
  });

  it('follow their columns and stay with all others', async () => {
    const fields = [
      text('title', { index: true }),
      integer('minutes', 'integer'),
      date('day', { index: true }),
      integer('gone'),
    ];
    const name = await create(fields, {
      indexes: [
        ['minutes', 'day'],
        ['gone', 'day'],
      ],
    });
    const all = ['day', 'gone,day', 'minutes,day', 'title'];
    const change = (path: string, body: Payload): Promise<unknown> =>
      project.write('PATCH', `/fields/${name}/${path}`, body);
    expect(await columnsOf(name)).toEqual(all);
    await change('minutes', { datatype: 'BIGINT' });
    await change('title', { length: 200, required: true, default_value: 'x' });
    expect(await columnsOf(name)).toEqual(all);
    await project.write('DELETE', `/fields/${name}/gone`);
    expect(await columnsOf(name)).toEqual(['day', 'minutes,day', 'title']);
    await change('title', { type: 'string', datatype: 'TEXT' });
    expect(await columnsOf(name)).toEqual(['day', 'minutes,day']);
    await change('day', { type: 'string', datatype: 'VARCHAR', length: 60 });
    await change('day', { required: true, default_value: 'x' });
    expect(await columnsOf(name)).toEqual(['day', 'minutes,day']);
    await project.write('DELETE', `/collections/${name}`);
    await project.write('POST', '/collections', { collection: name, fields: [id, ...fields] });
    expect(await columnsOf(name)).toEqual(['day', 'title']);
  });

  it('stay as they were if a change fails', async () => {
    const name = await create([text('title', { index: true }), integer('minutes')]);
    await project.write('POST', `/items/${name}`, [{ title: 'a' }, { title: 'a' }]);
    const before = await indexesOf(name);
    const fields = [
      { field: 'minutes', index: true },
      { field: 'title', index: false, unique: true },
    ];
    const refused = await project.ask('PATCH', `/collections/${name}`, { indexes: [['id', 'title']], fields });
    expect(codeOf(refused)).toEqual([422, 404]);
    expect(await indexesOf(name)).toEqual(before);
  });

  it('are copied with their tables', async () => {
    const name = await create(
      [text('title', { index: true }), date('day', { index: true }), { ...status, index: true }],
      {
        indexes: [['status', 'day']],
      },
    );
    const to = `copy${project.key}`;
    await copyProject(server.app.registry, {
      from: project.key,
      to,
      database: databaseOf({ db_name: to, ...database }),
    });
    expect(await columnsOf(name, to)).toEqual(await columnsOf(name));
    expect(await formsOf(name, to)).toEqual(await formsOf(name));
    expect(await columnsOf(name, to)).toEqual(['day', 'status', 'status,day', 'title']);
  });

  it('have a form for sorts that an ordinary one cannot serve', async () => {
    const name = await create([
      text('title', { index: true }),
      date('day', { index: true }),
      { ...status, required: true },
    ]);
    const forms = { sqlite: ['sort title'], mysql: [], postgres: ['sort title'] };
    const change = (body: Payload): Promise<unknown> => project.write('PATCH', `/fields/${name}/title`, body);
    expect(await formsOf(name)).toEqual(forms[engine]);
    await change({ type: 'integer', datatype: 'INT' });
    expect(await formsOf(name)).toEqual([]);
    await change({ type: 'string', datatype: 'VARCHAR', length: 599 });
    expect(await formsOf(name)).toEqual(forms[engine]);
    await project.write('PATCH', `/fields/${name}/title`, { index: false });
    expect(await formsOf(name)).toEqual([]);
  });

  describe('are used', () => {
    const name = 'used';
    const DIGITS = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS n`).join(' UNION ALL ');

    beforeAll(async () => {
      const required = { required: true, default_value: 0 };
      const minutes = { ...integer('minutes'), ...required, index: true };
      const title = text('title', { required: true, index: true });
      await project.write('POST', '/collections', {
        collection: name,
        fields: [id, title, minutes, date('day', { index: true }), integer('other'), integer('pages'), status],
        indexes: [['status', 'pages']],
      });
      const { database: open } = await project.opened();
      const run = (sql: string): Promise<unknown> => open.run({ text: sql, parameters: [] });
      await run(`INSERT INTO used (title, minutes, day, other, pages, status) SELECT concat('Title ', n), n % 500, concat('20', 10 + n % 90, '-01-01 00:00:00')${engine === 'postgres' ? '::timestamp' : ''}, n % 7, n % 300,
        CASE WHEN n % 1000 = 1 THEN 'draft' ELSE 'published' END
        FROM (SELECT a.n + 10 * b.n + 100 * c.n + 1000 * d.n AS n FROM (${DIGITS}) a, (${DIGITS}) b, (${DIGITS}) c, (SELECT 0 AS n UNION ALL SELECT 1 AS n UNION ALL SELECT 2 AS n) d) numbers`);
      if (engine !== 'sqlite') await run(engine === 'mysql' ? 'ANALYZE TABLE used' : 'ANALYZE used');
    });

    /** The statements that read the items of a list. */
    async function statementsFor(query: string): Promise<readonly Statement[]> {
      const { database: open } = await project.opened();
      const [given, all] = [[] as Statement[], open.all.bind(open)];
      const listening: Database['all'] = (statement) => {
        given.push(statement);
        return all(statement);
      };
      Object.defineProperty(open, 'all', { value: listening, configurable: true });
      try {
        await project.read(`/items/${name}?${query}`);
      } finally {
        Reflect.deleteProperty(open, 'all');
      }
      return given.filter(({ text: sql }) => /FROM ["`]used["`] t0/.test(sql));
    }

    /** The columns and forms of the indexes that the engine reads for a list. */
    async function used(query: string): Promise<string[]> {
      const { database: open } = await project.opened();
      const rows: Row[] = [];
      for (const { text: sql, parameters } of await statementsFor(query))
        rows.push(...(await open.all({ text: `${EXPLAIN[engine]} ${sql}`, parameters })));
      expect(rows.length).toBeGreaterThan(0);
      const plan = JSON.stringify(engine === 'mysql' ? rows.map(keyOf) : rows);
      const found = (await indexesOf(name)).filter((index) => plan.includes(index.name));
      return found.map(({ form, columns }) => `${form ?? 'values'} ${columns.join()}`);
    }

    it.each([
      ['filter[title]=Title 5', 'values title'],
      ['filter[minutes]=7', 'values minutes'],
      ['filter[day][gt]=2098-06-01 00:00:00&sort=day', 'values day'],
      ['filter[status]=draft', 'values status'],
      ['filter[status]=published&filter[pages]=7', 'values status,pages'],
      ['sort=minutes&limit=5', 'values minutes'],
    ])('for %s', async (query, wanted) => {
      expect((await used(query)).join().startsWith(wanted)).toBe(true);
    });

    it.skipIf(engine === 'mysql')('to sort by a text', async () => {
      expect(await used('sort=title&limit=5')).toEqual(['sort title']);
      expect(await used('sort=-title&limit=5')).toEqual(['sort title']);
    });

    it.skipIf(engine === 'mysql')('unless they are of the status that nearly all items have', async () => {
      for (const query of ['sort=other&limit=5', 'filter[status]=published&sort=other', 'filter[other]=3', 'q=xyz'])
        expect(await used(query)).toEqual([]);
    });
  });
});

function fresh(more: Payload): Payload {
  return { ...integer('fresh'), ...more };
}
