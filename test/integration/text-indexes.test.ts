import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { Database, Statement } from '../../src/dialects/dialect.ts';
import { copyProject } from '../../src/projects/copy/copy.ts';
import { databaseOf } from '../../src/projects/database-body.ts';
import { collectionOf } from '../../src/schema/schema.ts';
import { id, integer, text, toMany, toOne } from '../support/fields.ts';
import { EVERY_ENGINE, isAtHand, onEngines, onEveryEngine } from '../support/on-every-engine.ts';
import { type Answered, createTestProject, type Payload, type TestProject } from '../support/project.ts';

const INDEXED = { text_index: true } as const;
const codeOf = ({ status, body }: Answered): unknown[] => [status, body.error?.code];

/** Texts that are hard to find, or easy to find wrongly. */
const TEXTS: readonly string[] = [
  'plain words in a row',
  'PLAIN Words In A Row',
  'İstanbul ıssız ISSIZ',
  'straße STRASSE ẞ ß ſ',
  'ΟΔΟΣ οδος ΟΔΟΣΑ οδοσα',
  'e\u0301clair éclair ÉCLAIR eclair',
  'K \u212A k Å \u212B å',
  '🎉🎉🎉 👩‍👩‍👧 🇩🇪',
  '日本語のテキスト',
  'say "quoted" \'words\' ""',
  'star* caret^ (paren) {brace} col:on + -minus',
  'a AND b OR c NOT d NEAR(e f)',
  '100% sure_thing 50%_off !bang!! back\\slash',
  'ab',
  'a',
  '',
  ' leading and trailing ',
  'tab\there\nnewline',
  '2024-01-02 03:04:05',
  '12345.67 -1e+20 Infinity NaN',
  `long ${'x'.repeat(80)}y`,
];

/** Search terms for every text: all of it, parts of it, in other cases, and terms that do not occur. */
const NEEDLES: readonly string[] = [
  ...new Set([
    ...TEXTS.flatMap((each) => {
      const letters = Array.from(each);
      const parts = [letters.slice(0, 60), letters.slice(2, 6), letters.slice(-3)].map((part) => part.join(''));
      return [...parts, letters.slice(1, 5).join('').toUpperCase()];
    }),
    'wor',
    'WOR',
    'wo',
    'w',
    'i̇st',
    'ist',
    'ISS',
    'ıss',
    'sse',
    'SSE',
    'ßE',
    'δοσ',
    'δος',
    'ΔΟΣ',
    'écl',
    'É',
    'ecl',
    '\u0301cl',
    '"""',
    '"" "',
    '* c',
    'AND',
    'a AND b',
    'NOT',
    '%',
    '_',
    '!',
    '\\',
    '0%',
    '_th',
    '!!',
    'k Å',
    '🎉🎉',
    '🎉🎉🎉',
    '👩‍👩',
    '本語の',
    'zebra',
    '202',
    '2024',
    '01-02',
    '03:0',
    '345',
    '5.6',
    'e+2',
    'inf',
    'nan',
    'nfi',
    'bc',
    'x'.repeat(70),
    ' le',
    'ng ',
    'a\u0000b',
  ]),
].filter((each) => each !== '');

const OPERATORS = ['contains', 'like', 'ncontains', 'rlike', 'nrlike'] as const;
const PATTERNS = [
  '%wor%',
  'plain%',
  '%row',
  'p_ain%ro_',
  '%',
  '%%',
  '___',
  '%a_d%',
  '%str%sse%',
  '%wo%',
  '!%',
  '%50!%%',
  '%\\%',
];

/** The statements of a read, with their parameters. */
async function statementsOf(project: TestProject, path: string): Promise<Statement[]> {
  const { database } = await project.opened();
  const given: Statement[] = [];
  const all = database.all.bind(database);
  Object.defineProperty(database, 'all', {
    configurable: true,
    value: (statement: Statement) => {
      given.push(statement);
      return all(statement);
    },
  });
  await project.read(path).finally(() => Reflect.deleteProperty(database, 'all'));
  return given;
}

/** The engine's plan of the last statement of a read. */
async function planOf(project: TestProject, path: string): Promise<string> {
  const { database, dialect } = await project.opened();
  const last = (await statementsOf(project, path)).at(-1);
  const explain = dialect.engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
  const rows = await database.all({ text: `${explain} ${last?.text}`, parameters: last?.parameters ?? [] });
  return rows.map((row) => row.join(' ')).join('\n');
}

/** What the database contains of text indexes. */
async function tracesIn(database: Database, engine: string): Promise<string[]> {
  const text =
    engine === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE name LIKE 'octavo!_text!_%' ESCAPE '!' OR name LIKE 'octavo!_unusual!_%' ESCAPE '!'`
      : `SELECT indexname FROM pg_indexes WHERE indexname LIKE 'octavo!_text!_%' ESCAPE '!'`;
  return (await database.all({ text, parameters: [] })).map(([name]) => String(name)).sort();
}

onEngines(['sqlite', 'postgres'], 'text indexes', ({ engine, database: address, server, project, prepare }) => {
  prepare(() => ({ server: { responseCache: 0 } }));

  const fields = (more: Payload): Payload[] => [
    id,
    text('title', more),
    { field: 'body', type: 'string', datatype: 'TEXT', ...more },
    integer('minutes'),
    { field: 'price', type: 'decimal', datatype: 'DECIMAL', length: '10,2' },
    { field: 'on_day', type: 'datetime', datatype: 'DATETIME' },
  ];
  const rows = TEXTS.map((each, at) => ({
    title: at % 7 === 3 ? null : each.slice(0, 100),
    body: at % 5 === 4 ? null : `${each}${TEXTS[(at * 3) % TEXTS.length]}`,
    minutes: at % 2 ? at * 1000 + 345 : null,
    price: at % 3 ? '12345.67' : null,
    on_day: at % 4 ? '2024-01-02 03:04:05' : null,
  }));

  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'plain', fields: fields({}) });
    await project.write('POST', '/collections', { collection: 'fast', fields: fields(INDEXED) });
    for (const name of ['plain', 'fast']) await project.write('POST', `/items/${name}`, rows);
  });

  const run = async (sql: string): Promise<unknown> =>
    (await project.opened()).database.run({ text: sql, parameters: [] });
  /** Waits until no index is being built. */
  const completed = async (): Promise<void> => {
    const building = async () => {
      const { catalog } = await project.opened();
      const tables = Array.from(catalog.schema.collections.values(), ({ table }) => table);
      return tables.flatMap(({ indexes = [] }) => indexes.filter((index) => index.building));
    };
    await vi.waitFor(async () => expect(await building()).toEqual([]), { timeout: 20_000 });
  };
  const traces = async (): Promise<string[]> => {
    await completed();
    return tracesIn((await project.opened()).database, engine);
  };
  const reload = async (): Promise<void> => project.opened().then((opened) => opened.outdated(opened.catalog));
  const keys = async (collection: string, query: string): Promise<unknown[]> =>
    (await project.read<Payload[]>(`/items/${collection}?fields=id&limit=-1&${query}`)).map((item) => item.id);
  const same = async (query: string): Promise<unknown[]> => {
    const found = await keys('fast', query);
    expect(found, decodeURIComponent(query)).toEqual(await keys('plain', query));
    return found;
  };

  it.each(NEEDLES)('find the same for %j', async (needle) => {
    const value = encodeURIComponent(needle);
    await same(`q=${value}`);
    for (const operator of OPERATORS)
      for (const field of ['title', 'body', 'minutes']) await same(`filter[${field}][${operator}]=${value}`);
    await same(`filter[title][contains]=${value}&filter[body][contains]=${value}&filter[body][logical]=or`);
  });

  it.each(PATTERNS)('find the same for the pattern %j', async (pattern) => {
    for (const operator of ['rlike', 'nrlike']) await same(`filter[title][${operator}]=${encodeURIComponent(pattern)}`);
  });

  describe('are kept up to date', () => {
    const found = (word: string): Promise<unknown[]> => same(`q=${word}`);
    const bothSend = async (method: string, path: string, body?: unknown): Promise<void> => {
      for (const name of ['plain', 'fast']) await project.write(method, `/items/${name}${path}`, body);
    };
    /** Runs statements as another program would. */
    const bothRun = async (sql: (table: string) => string): Promise<void> => {
      for (const name of ['plain', 'fast']) await run(sql(name));
    };

    it('by requests that create, change and delete items, one or many, and their keys are right', async () => {
      await bothSend('POST', '', { id: 1001, title: 'quetzal one' });
      await bothSend('POST', '', [
        { id: 1002, title: 'quetzal two' },
        { id: 1003, body: 'a QUETZAL three' },
      ]);
      expect(await found('quetzal')).toEqual([1001, 1002, 1003]);
      const made = await project.write<{ id: number }[]>('POST', '/items/fast', [{ title: 'x' }, { title: 'y' }]);
      expect(made.map((item) => item.id)).toEqual([1004, 1005]);
      await project.write('DELETE', '/items/fast/1004,1005');
      await bothSend('PATCH', '/1001', { title: 'tapir one' });
      await bothSend('PATCH', '', [
        { id: 1002, title: 'tapir two' },
        { id: 1003, body: null },
      ]);
      expect(await found('quetzal')).toEqual([]);
      expect(await found('tapir')).toEqual([1001, 1002]);
      await bothSend('DELETE', '/1001,1003');
      expect(await found('tapir')).toEqual([1002]);
    });

    it('by statements of other programs, and without what was rolled back', async () => {
      await bothRun((table) => `INSERT INTO ${table} (id, title) VALUES (2001, 'okapi'), (2002, 'okapi and more')`);
      expect(await found('okapi')).toEqual([2001, 2002]);
      await bothRun((table) => `UPDATE ${table} SET title = 'gnu', id = id + 10 WHERE id = 2001`);
      expect([await found('okapi'), await found('gnu')]).toEqual([[2002], [2011]]);
      await bothRun((table) => `UPDATE ${table} SET minutes = 7 WHERE id > 2000`);
      await bothRun((table) => `DELETE FROM ${table} WHERE id = 2011`);
      expect(await found('gnu')).toEqual([]);
      const { database } = await project.opened();
      const undone = database.transaction(async (connection) => {
        await connection.run({ text: `UPDATE fast SET title = 'dodo' WHERE id = 2002`, parameters: [] });
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      expect([await found('dodo'), await found('okapi')]).toEqual([[], [2002]]);
    });

    it.runIf(engine === 'sqlite')('by REPLACE, VACUUM, and other triggers that change the row again', async () => {
      await bothRun((table) => `INSERT INTO ${table} (id, title) VALUES (3001, 'axolotl')`);
      await bothRun((table) => `REPLACE INTO ${table} (id, title) VALUES (3001, 'ibex')`);
      expect([await found('axolotl'), await found('ibex')]).toEqual([[], [3001]]);
      await bothRun((table) => `UPDATE OR REPLACE ${table} SET id = 3001, title = 'oryx' WHERE id = 3001`);
      expect([await found('ibex'), await found('oryx')]).toEqual([[], [3001]]);
      const meddling = (event: string) => (table: string) =>
        `CREATE TRIGGER meddling_${event}_${table} AFTER ${event} ON ${table} WHEN new.title LIKE 'x%' BEGIN
          UPDATE ${table} SET title = 'kudu ' || new.id WHERE id = new.id; END`;
      for (const event of ['INSERT', 'UPDATE']) await bothRun(meddling(event));
      await bothRun((table) => `INSERT INTO ${table} (id, title) VALUES (3002, 'xerus')`);
      await bothRun((table) => `UPDATE ${table} SET title = 'xerus' WHERE id = 3002`);
      await bothRun((table) => `UPDATE ${table} SET title = 'xerus' WHERE id = 3001`);
      expect([await found('xerus'), await found('kudu')]).toEqual([[], [3001, 3002]]);
      for (const event of ['INSERT', 'UPDATE']) await bothRun((table) => `DROP TRIGGER meddling_${event}_${table}`);
      await run('DELETE FROM fast WHERE id > 3000');
      await run('DELETE FROM plain WHERE id > 3000');
      const { database } = await project.opened();
      expect(await (await project.opened()).dialect.writesSpread(database)).toBe(false);
    });

    it.runIf(engine === 'sqlite')('with what numbers and moments should not contain', async () => {
      await bothRun(
        (table) =>
          `INSERT INTO ${table} (id, minutes, on_day, price) VALUES (4001, 'many zebras', NULL, NULL), (4002, 1, 'next zebra', NULL), (4003, 9e999, NULL, 9e999), (4004, x'7a65627261', NULL, NULL)`,
      );
      expect(await found('zebra')).toEqual([4001, 4002]);
      expect(await found('inf')).toEqual(expect.arrayContaining([4003]));
      await bothRun((table) => `DELETE FROM ${table} WHERE id > 4000`);
      expect(await found('zebra')).toEqual([]);
    });
  });

  describe('in large tables', () => {
    const DIGITS = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS n`).join(' UNION ALL ');
    const NUMBERS = `SELECT a.n + 10 * b.n + 100 * c.n + 1000 * d.n AS n FROM (${DIGITS}) a, (${DIGITS}) b, (${DIGITS}) c, (${DIGITS}) d`;

    beforeAll(async () => {
      const fields = [
        id,
        text('title', INDEXED),
        { field: 'body', type: 'string', datatype: 'TEXT', ...INDEXED },
        integer('minutes'),
      ];
      await project.write('POST', '/collections', { collection: 'large', fields });
      await project.write('POST', '/collections', {
        collection: 'remarks',
        fields: [id, { ...text('remark'), ...INDEXED }, toOne('of')],
      });
      await project.write('POST', '/fields/large', toMany('remarks'));
      const relation = { collection_many: 'remarks', field_many: 'of', collection_one: 'large', field_one: 'remarks' };
      await project.write('POST', '/relations', relation);
      await run(
        `INSERT INTO large (title, body, minutes) SELECT 'number ' || n || 'th', 'common words of item ' || (n * 7) || 'x', n FROM (${NUMBERS}) numbers ORDER BY n`,
      );
      await run(
        `INSERT INTO remarks (remark, of) SELECT 'remark on ' || n || 'th', n + 1 FROM (${NUMBERS}) numbers ORDER BY n`,
      );
      if (engine === 'postgres') {
        // Until then the rows are in a pending list that the planner counts.
        const { database } = await project.opened();
        const ours = "SELECT oid FROM pg_class WHERE relkind = 'i' AND relname LIKE 'octavo!_text!_%' ESCAPE '!'";
        const flush = `SELECT gin_clean_pending_list(oid)::text FROM (${ours}) indexes`;
        await database.transaction(async (connection) => connection.all({ text: flush, parameters: [] }));
        for (const table of ['large', 'remarks']) await run(`ANALYZE ${table}`);
      }
    });

    const USED: readonly (readonly [query: string, indexes: readonly string[]])[] = [
      ['filter[title][contains]=r 4321th', ['title']],
      ['filter[body][rlike]=%25item 30247x%25', ['body']],
      ['filter[title][contains]=r 4321th&filter[body][contains]=m 30247x&filter[body][logical]=or', ['title', 'body']],
      ['filter[title][contains]=r 4321th&sort=-minutes', ['title']],
    ];
    it.each(USED)('find few rows: %s', async (query, indexes) => {
      const path = `/items/large?fields=id&limit=20&${query}`;
      expect(await project.read(path)).toEqual([{ id: 4322 }]);
      const plan = await planOf(project, path);
      for (const name of indexes) expect(plan).toMatch(new RegExp(`octavo_text_large_${name}`));
      expect(plan).not.toMatch(/SCAN t0|Seq Scan/);
    });

    it.runIf(engine === 'sqlite')('find few rows for a word in any field, and in lists', async () => {
      const path = '/items/large?fields=id&limit=20&q=4321th';
      expect(await project.read(path)).toEqual([{ id: 4322 }]);
      const plan = await planOf(project, path);
      for (const name of ['large_title', 'large_body', 'remarks_remark']) expect(plan).toContain(`octavo_text_${name}`);
      expect(plan).toContain('USING INDEX octavo_unusual_');
      expect(plan).not.toMatch(/SCAN t0/);
    });

    it('find few rows for a word in any field', async () => {
      const path = '/items/remarks?fields=id&limit=20&q=4321th';
      expect(await project.read(path)).toEqual([{ id: 4322 }]);
      const plan = await planOf(project, path);
      expect(plan).toContain('octavo_text_remarks_remark');
      expect(plan).not.toMatch(/SCAN t0|Seq Scan/);
    });

    it('are not read for texts that they cannot find', async () => {
      for (const query of ['filter[title][contains]=th', 'filter[title][ncontains]=number', 'q=43'])
        expect(await planOf(project, `/items/large?fields=id&limit=20&${query}`)).not.toContain('octavo_text_');
    });

    it('leave a list of common words as it is', async () => {
      const ids = async (query: string): Promise<unknown[]> =>
        (await project.read<Payload[]>(`/items/large?fields=id&${query}`)).map((item) => item.id);
      expect(await ids('limit=3&q=common')).toEqual([1, 2, 3]);
      expect(await ids('limit=3&offset=5000&q=common')).toEqual([5001, 5002, 5003]);
      expect(await ids('limit=3&sort=-minutes&q=common')).toEqual([10_000, 9999, 9998]);
      const { meta } = await project
        .ask('GET', '/items/large?limit=1&q=common&meta=filter_count')
        .then(({ body }) => body as { meta: unknown });
      expect(meta).toEqual({ filter_count: 10_000 });
    });

    it('are built from existing rows, including the last ones', async () => {
      await project.write('PATCH', '/fields/large/title', { text_index: false });
      await project.write('PATCH', '/fields/large/title', INDEXED);
      await completed();
      for (const n of [0, 99, 100, 101, 9999])
        expect(await project.read(`/items/large?fields=id&filter[title][contains]=r ${n}th`)).toEqual([{ id: n + 1 }]);
    });
  });

  describe.runIf(engine === 'sqlite')('while they are being built', () => {
    const ROWS = 20_000;
    const NUMBERS = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${ROWS}) SELECT n FROM numbers`;
    const traced = async (): Promise<string[]> => {
      const { dialect } = await project.opened();
      const config = server.app.registry.configOf(project.key);
      if (!config) throw new Error('the project has gone');
      await server.app.registry.close(project.key);
      const database = await dialect.openExisting(server.app.registry.locations.addressOf(config.database));
      return tracesIn(database, engine).finally(() => database.close());
    };
    const path = '/items/slow?fields=id&limit=20&filter[title][contains]=quagga';

    it('are not read, accept writes, and are completed after a restart', async () => {
      await project.write('POST', '/collections', { collection: 'slow', fields: [id, text('title', { length: 255 })] });
      const words = 'some rather long and common words of an item that nobody looks for, which take a while';
      await run(`INSERT INTO slow (title) SELECT 'number ' || n || 'th has ${words}' FROM (${NUMBERS})`);
      await project.write('PATCH', '/fields/slow/title', INDEXED);
      expect(await planOf(project, path)).not.toContain('octavo_text_');
      expect(await project.read('/fields/slow/title?fields=text_index')).toMatchObject(INDEXED);
      await project.write('PATCH', '/items/slow/1', { title: 'quagga first' });
      await project.write('PATCH', `/items/slow/${ROWS}`, { title: 'quagga last' });
      await project.write('POST', '/items/slow', { title: 'quagga new' });
      await project.write('DELETE', `/items/slow/2,${ROWS - 1}`);
      await run(`UPDATE slow SET id = ${ROWS + 10}, title = 'quagga moved' WHERE id = ${ROWS - 2}`);
      expect(await project.read(path)).toEqual([1, ROWS, ROWS + 1, ROWS + 10].map((key) => ({ id: key })));
      const left = (await traced()).filter((name) => name.startsWith('octavo_text_slow_'));
      expect(left).toContainEqual(expect.stringMatching(/_remainder$/));
      expect((await traces()).filter((name) => name.endsWith('_remainder'))).toEqual([]);
      expect(await planOf(project, path)).toContain('octavo_text_slow_title');
      expect(await project.read(path)).toEqual([1, ROWS, ROWS + 1, ROWS + 10].map((key) => ({ id: key })));
      await project.write('DELETE', `/items/slow/${ROWS}`);
      const { database } = await project.opened();
      const read = (sql: string) => database.all({ text: sql, parameters: [] });
      const name = left.find((each) => each.endsWith('_docsize'))?.replace(/_docsize$/, '');
      expect(await read(`SELECT COUNT(*) FROM "${name}_docsize"`)).toEqual(await read('SELECT COUNT(*) FROM slow'));
      const found = await read(`SELECT rowid FROM "${name}" WHERE "${name}" MATCH 'qua'`);
      expect(found).toEqual([[1], [ROWS + 1], [ROWS + 10]]);
      await project.write('DELETE', '/collections/slow');
    });

    it('are removed with their collection, and leave nothing to complete', async () => {
      await project.write('POST', '/collections', { collection: 'slow', fields: [id, text('title')] });
      await run(`INSERT INTO slow (title) SELECT 'number ' || n || 'th' FROM (${NUMBERS})`);
      await project.write('PATCH', '/fields/slow/title', INDEXED);
      await project.write('DELETE', '/collections/slow');
      expect((await traces()).filter((name) => name.includes('_slow_'))).toEqual([]);
    });
  });

  describe('are chosen', () => {
    let made = 0;
    const create = async (more: readonly Payload[]): Promise<string> => {
      const collection = `chosen_${++made}`;
      await project.write('POST', '/collections', { collection, fields: [id, ...more] });
      await project.write('POST', `/items/${collection}`, [{ title: 'the first words' }, { title: 'other words' }]);
      return collection;
    };
    const shown = async (name: string): Promise<Payload> =>
      project.read(`/fields/${name}/title?fields=field,index,text_index`);
    const finds = async (name: string): Promise<boolean> => {
      await completed();
      const statements = await statementsOf(project, `/items/${name}?filter[title][contains]=first`);
      return /octavo_text_/.test(statements.at(-1)?.text ?? '');
    };
    let before: string[] = [];

    beforeAll(async () => {
      before = await traces();
    });

    it('with a field or later, and are shown on request', async () => {
      const name = await create([text('title')]);
      expect(await shown(name)).toMatchObject({ index: false, text_index: false });
      expect(await project.write('PATCH', `/fields/${name}/title`, INDEXED)).toMatchObject(INDEXED);
      expect(await shown(name)).toMatchObject({ index: false, text_index: true });
      expect(await project.read(`/fields/${name}/title`)).not.toHaveProperty('text_index');
      expect(
        await project.write('POST', `/fields/${name}`, text('more', { index: true, text_index: 1 })),
      ).toMatchObject({
        index: true,
        text_index: true,
      });
      if (engine === 'sqlite') expect(await finds(name)).toBe(true);
      await project.write('DELETE', `/collections/${name}`);
    });

    it('and leave nothing when they are removed, with their field or with their collection', async () => {
      const name = await create([text('title', INDEXED), text('more', INDEXED), integer('minutes')]);
      expect((await traces()).length).toBeGreaterThan(before.length);
      await project.write('PATCH', `/fields/${name}/title`, { text_index: false });
      await project.write('DELETE', `/fields/${name}/more`);
      expect(await traces()).toEqual(before);
      await project.write('PATCH', `/fields/${name}/title`, INDEXED);
      await project.write('DELETE', `/collections/${name}`);
      expect(await traces()).toEqual(before);
    });

    it('and stay with a column that changes, as long as it contains texts', async () => {
      const name = await create([text('title', INDEXED), integer('minutes')]);
      for (const change of [
        { length: 200 },
        { datatype: 'TEXT' },
        { required: true, default_value: 'x', datatype: 'VARCHAR', length: 90 },
      ]) {
        await project.write('PATCH', `/fields/${name}/title`, change);
        expect(await shown(name)).toMatchObject(INDEXED);
        expect(await project.read(`/items/${name}?fields=id&filter[title][contains]=first`)).toEqual([{ id: 1 }]);
      }
      await project.write('DELETE', `/fields/${name}/minutes`);
      await project.write('POST', `/items/${name}`, { title: 'a first after all' });
      expect(await project.read(`/items/${name}?fields=id&filter[title][contains]=first`)).toEqual([
        { id: 1 },
        { id: 3 },
      ]);
      await project.write('POST', `/fields/${name}`, { ...text('number', INDEXED) });
      await project.write('PATCH', `/fields/${name}/number`, { type: 'integer', datatype: 'INT', length: 10 });
      expect(await project.read(`/fields/${name}/number?fields=text_index`)).toMatchObject({ text_index: false });
      await project.write('DELETE', `/collections/${name}`);
      expect(await traces()).toEqual(before);
    });

    it('are planned, and undone', async () => {
      const name = await create([text('title'), integer('minutes')]);
      const answer = await project.ask('PATCH', `/fields/${name}/title?plan=1`, INDEXED);
      expect(answer.body.data).toMatchObject({
        possible: true,
        tables: [{ table: name, action: 'alter', rewrites: false, locks: engine === 'sqlite' ? 'none' : 'writes' }],
      });
      expect(answer.text).toContain('octavo_text_');
      expect(await traces()).toEqual(before);
      await project.write('PATCH', `/fields/${name}/title`, INDEXED);
      await project.write('DELETE', `/collections/${name}`);
      expect(await traces()).toEqual(before);
      const [dropped] = await project.read<{ id: number }[]>('/schema-changes');
      await project.write('POST', `/schema-changes/${dropped?.id}/undo`);
      expect(await shown(name)).toMatchObject(INDEXED);
      expect(await project.read(`/items/${name}?fields=id&filter[title][contains]=first`)).toEqual([{ id: 1 }]);
      const changes = await project.read<{ id: number }[]>('/schema-changes');
      for (const { id: change } of changes.slice(0, 3)) await project.ask('POST', `/schema-changes/${change}/undo`);
      await project.ask('DELETE', `/collections/${name}`);
      expect(await traces()).toEqual(before);
    });

    const REFUSED: readonly (readonly [string, string, string, unknown, number, number])[] = [
      ['on numbers', 'POST', '/fields/plain', { ...integer('fresh'), ...INDEXED }, 422, 12],
      ['on bytes', 'POST', '/fields/plain', { field: 'fresh', type: 'binary', ...INDEXED }, 422, 12],
      ['without a column', 'POST', '/fields/plain', { field: 'fresh', type: 'o2m', ...INDEXED }, 422, 12],
      ['as something else than yes or no', 'PATCH', '/fields/plain/title', { text_index: 'maybe' }, 422, 4],
      ['on a field of the system', 'PATCH', '/fields/directus_users/company', INDEXED, 403, 10],
    ];
    it.each(REFUSED)('are refused %s, with nothing changed', async (_what, method, path, body, status, code) => {
      const digest = await project.digest();
      expect(codeOf(await project.ask(method, path, body))).toEqual([status, code]);
      expect(await project.digest()).toBe(digest);
      expect(await traces()).toEqual(before);
    });

    it.runIf(engine === 'sqlite')('are refused if the key is not auto-increment', async () => {
      const fields = [
        { field: 'code', type: 'string', datatype: 'VARCHAR', length: 9, primary_key: true },
        text('title'),
      ];
      await project.write('POST', '/collections', { collection: 'coded', fields });
      const refused = await project.ask('PATCH', '/fields/coded/title', INDEXED);
      expect(codeOf(refused)).toEqual([422, 12]);
      expect(refused.text).toContain('does not count');
      await run('CREATE TABLE unordered (id INTEGER PRIMARY KEY, title TEXT) WITHOUT ROWID');
      await reload();
      expect(codeOf(await project.ask('PATCH', '/fields/unordered/title', INDEXED))).toEqual([422, 12]);
    });

    it.runIf(engine === 'sqlite')(
      'survive names that other programs change, and are gone with triggers that they drop',
      async () => {
        const name = await create([text('title', INDEXED)]);
        await run(`ALTER TABLE ${name} RENAME COLUMN title TO heading`);
        await run(`DELETE FROM directus_fields WHERE collection = '${name}' AND field = 'title'`);
        await reload();
        expect(await project.read(`/fields/${name}/heading?fields=text_index`)).toMatchObject(INDEXED);
        await run(`INSERT INTO ${name} (heading) VALUES ('first renamed')`);
        expect(await project.read(`/items/${name}?fields=id&filter[heading][contains]=first`)).toEqual([
          { id: 1 },
          { id: 3 },
        ]);
        await project.write('POST', `/fields/${name}`, text('title', INDEXED));
        await project.write('POST', `/items/${name}`, { title: 'first again', heading: 'other' });
        expect(await project.read(`/items/${name}?fields=id&filter[title][contains]=first`)).toEqual([{ id: 4 }]);
        expect(await project.read(`/items/${name}?fields=id&filter[heading][contains]=first`)).toEqual([
          { id: 1 },
          { id: 3 },
        ]);
        const [trigger] = (await traces()).filter((each) => each.endsWith('_insert') && !before.includes(each));
        await run(`DROP TRIGGER "${trigger}"`);
        await run(`INSERT INTO ${name} (title, heading) VALUES ('first unseen', 'first unseen')`);
        await reload();
        expect(await project.read(`/items/${name}?fields=id&filter[title][contains]=first`)).toEqual([
          { id: 4 },
          { id: 5 },
        ]);
        expect(await project.read(`/fields/${name}/title?fields=text_index`)).toMatchObject({ text_index: false });
      },
    );
  });

  it.runIf(engine === 'postgres')('are refused if the extension is unavailable, with what to do', async () => {
    const { database, dialect, catalog } = await project.opened();
    const { table } = collectionOf(catalog.schema, 'directus_files');
    const within = async (...statements: readonly string[]): Promise<string | null | undefined> => {
      let told: string | null | undefined;
      const ended = database.transaction(async (connection) => {
        for (const sql of statements) await connection.run({ text: sql, parameters: [] });
        told = await dialect.textIndexObstacle(connection, table);
        throw new Error('enough');
      });
      await expect(ended).rejects.toThrow('enough');
      return told;
    };
    const role = `guest_${project.key}`.replaceAll(/\W/g, '_');
    expect(await within('SELECT 1')).toBeNull();
    expect(await within('CREATE SCHEMA aside', 'ALTER EXTENSION pg_trgm SET SCHEMA aside')).toMatch(/search path/);
    expect(await within('DROP EXTENSION pg_trgm CASCADE')).toBeNull();
    const guest = [`CREATE ROLE ${role}`, `SET LOCAL ROLE ${role}`];
    expect(await within('DROP EXTENSION pg_trgm CASCADE', ...guest)).toMatch(/CREATE EXTENSION pg_trgm/);
    expect(await within(...guest)).toBeNull();
  });

  it('are copied if the target database supports them itself', async () => {
    const to = `copy${project.key}`;
    const target = databaseOf({ db_name: to, ...address });
    await copyProject(server.app.registry, { from: project.key, to, database: target });
    const copy = await server.app.registry.find(to);
    const texts = async (opened: typeof copy): Promise<string[]> =>
      opened ? (await tracesIn(opened.database, engine)).filter((name) => /_fast_(title|body)_/.test(name)) : [];
    expect(await texts(copy)).toEqual(await texts(await project.opened()));
    const [row] = (await copy?.database.all({ text: 'SELECT COUNT(*) FROM fast', parameters: [] })) ?? [];
    expect(Number(row?.[0])).toBeGreaterThanOrEqual(TEXTS.length);
  });
});

onEveryEngine('why a collection can have no text indexes', ({ engine, project }) => {
  const OBSTACLE = 'text_index_obstacle';
  const obstacleOf = async (collections: string): Promise<unknown> =>
    project.read(`/collections/${collections}?fields=*,${OBSTACLE}`);

  beforeAll(async () => {
    const code = { field: 'code', type: 'string', datatype: 'VARCHAR', length: 9, primary_key: true };
    await project.write('POST', '/collections', { collection: 'coded', fields: [code, text('title')] });
    await project.write('POST', '/collections', { collection: 'counted', fields: [id, text('title')] });
  });

  it.each(['coded', 'counted'])('is shown to administrators in the words of the refusal, or null: %s', async (name) => {
    const { [OBSTACLE]: obstacle } = (await obstacleOf(name)) as Payload;
    const answer = await project.ask('PATCH', `/fields/${name}/title`, INDEXED);
    const isPossible = engine === 'postgres' || (engine === 'sqlite' && name === 'counted');
    expect(answer.status).toBe(isPossible ? 200 : 422);
    if (isPossible) expect(obstacle).toBeNull();
    else expect(answer.body.error).toMatchObject({ message: `No text index on "title" is possible: ${obstacle}` });
  });

  it('is shown for several collections', async () => {
    const said = engine === 'mysql' ? expect.any(String) : null;
    const saidOfCoded = engine === 'postgres' ? null : expect.any(String);
    expect(await obstacleOf('counted,coded')).toMatchObject([
      { collection: 'coded', [OBSTACLE]: saidOfCoded },
      { collection: 'counted', [OBSTACLE]: said },
    ]);
  });

  it('is not shown unless requested, nor to others', async () => {
    expect(await project.read('/collections/coded')).not.toHaveProperty(OBSTACLE);
    const permission = { role: 2, collection: 'directus_collections', read: 'full' };
    await project.write('POST', '/permissions', permission);
    const { status, body } = await project.ask('GET', `/collections/coded?fields=*,${OBSTACLE}`, undefined, null);
    expect(status).toBe(200);
    expect(body.data).not.toHaveProperty(OBSTACLE);
  });
});

onEveryEngine('text indexes of a copy from another engine', ({ engine, database, server, project }) => {
  it('are created if supported, and left out elsewhere', async () => {
    const [other] = EVERY_ENGINE.filter((each) => each !== engine && isAtHand(each));
    const source = await createTestProject(
      server,
      inject('engines')[engine === 'sqlite' ? (other ?? 'sqlite') : 'sqlite'] ?? {},
    );
    const canBe = source.key !== '' && (await source.opened()).dialect.capabilities.textIndexes !== 'none';
    await source.write('POST', '/collections', {
      collection: 'notes',
      fields: [id, text('title', canBe ? INDEXED : {})],
    });
    await source.write('POST', '/items/notes', { title: 'along' });
    const to = `along${source.key}`;
    await copyProject(server.app.registry, {
      from: source.key,
      to,
      database: databaseOf({ db_name: to, ...database }),
    });
    const copy = await server.app.registry.find(to);
    const tables = (await copy?.dialect.introspect(copy.database)) ?? [];
    const forms = tables.find(({ name }) => name === 'notes')?.indexes?.flatMap(({ form }) => form ?? []) ?? [];
    expect(forms).toEqual(canBe && engine !== 'mysql' ? ['text'] : []);
    await source.remove();
  });

  it.runIf(engine === 'mysql')('are refused, and not visible anywhere', async () => {
    await project.write('POST', '/collections', { collection: 'notes', fields: [id, text('title')] });
    const refused = await project.ask('PATCH', '/fields/notes/title', INDEXED);
    expect(codeOf(refused)).toEqual([422, 12]);
    expect(refused.text).toContain('use PostgreSQL or SQLite');
    expect(await project.read('/fields/notes/title?fields=*,text_index')).toMatchObject({ text_index: false });
    expect(codeOf(await project.ask('POST', '/fields/notes', text('more', INDEXED)))).toEqual([422, 12]);
    await project.write('PATCH', '/fields/notes/title', { text_index: false });
  });
});
