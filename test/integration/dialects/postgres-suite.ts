import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { bind, NO_BINDING } from '../../../src/dialects/bind.ts';
import type { Connection, Database, DatabaseAddress } from '../../../src/dialects/dialect.ts';
import { postgres } from '../../../src/dialects/postgres/dialect.ts';
import { and, type Expression, fixed, type Order, type Select } from '../../../src/query/sql/nodes.ts';
import { type Column, parseDeclaration, printDeclaration, type Table } from '../../../src/schema/column.ts';
import { datatypeOf, datatypes, type Kind } from '../../../src/schema/datatypes.ts';
import type { Stored } from '../../../src/schema/stored.ts';
import type { Started } from '../../support/engines/postgres.ts';
import { dialectContract, type Opened } from './contract.ts';

const { printer, ddl, introspect, classify } = postgres;

function column(name: string, declaration: string, more: Partial<Column> = {}): Column {
  return {
    name,
    ...parseDeclaration(declaration),
    nullable: true,
    default: null,
    primaryKey: false,
    autoIncrement: false,
    unique: false,
    comment: '',
    ...more,
  };
}

const KEY = column('id', 'INT unsigned', { primaryKey: true, autoIncrement: true, nullable: false });
const table = (columns: readonly Column[], uniqueTogether: string[][] = []): Table => ({
  name: 'things',
  columns: [KEY, ...columns],
  uniqueTogether,
  indexes: [],
});
const at = (name: string, kind: Kind): Expression => ({ type: 'column', alias: 't0', name, kind });

/** Tests of what the dialect promises, on a server of its own. */
export function testDialect(title: string, started: Started | { readonly skipped: string }): void {
  describe.skipIf('skipped' in started)(title, () => {
    suite(started as Started);
    dialectContract(title, () => openContract(started as Started));
  });
}

async function openContract({ address: given }: Started): Promise<Opened> {
  const { db_host: host, db_port: port, db_user: user, db_password: password } = given;
  const database = await postgres.open({ host, port, user, password, name: 'octavo contract' });
  return { dialect: postgres, database, close: () => database.close() };
}

function suite(server: Started): void {
  let database: Database;
  let address: DatabaseAddress;

  beforeAll(async () => {
    const { db_host: host, db_port: port, db_user: user, db_password: password } = server.address;
    address = { host, port, user, password, name: `octavo_test_${process.pid}` };
    database = await postgres.open(address);
  });

  afterAll(async () => {
    await database?.close();
    await server.stop();
  });

  beforeEach(async () => {
    for (const { name } of await introspect(database)) await runAll(ddl.drop(name));
  });

  async function runAll(statements: readonly string[], connection: Connection = database): Promise<void> {
    for (const text of statements) await connection.run({ text, parameters: [] });
  }

  const create = (made: Table): Promise<void> => runAll(ddl.create(made));

  async function insert(row: Readonly<Record<string, Stored>>, connection: Connection = database): Promise<Stored> {
    const columns = Object.keys(row);
    const given = 'id' in row ? 'id' : undefined;
    const text = printer.insert({ table: 'things', columns, given }, given ? null : 'id');
    return (await connection.run({ text, parameters: Object.values(row) })).keys[0] ?? null;
  }

  async function select(parts: Partial<Select>): Promise<(readonly Stored[])[]> {
    const whole: Select = {
      table: 'things',
      alias: 't0',
      columns: [at('id', 'integer')],
      where: null,
      order: [{ by: at('id', 'integer'), descending: false, nulls: 'none', text: false }],
      limit: null,
      offset: null,
      group: [],
      ...parts,
    };
    return [...(await database.all(bind(printer.select(whole), NO_BINDING)))].map((row) => [...row]);
  }

  const idsWhere = async (where: Expression | null): Promise<Stored[]> =>
    (await select({ where })).map(([id]) => id ?? null);

  async function valuesOf(name: string, kind: Kind): Promise<Stored[]> {
    return (await select({ columns: [at(name, kind)] })).map(([value]) => value ?? null);
  }

  async function failureOf(work: Promise<unknown>) {
    const error = await work.then(
      () => null,
      (reason: unknown) => reason,
    );
    return classify(error);
  }

  describe('tables', () => {
    const sizes: Readonly<Record<string, string>> = { ENUM: "('a','b''c')", SET: "('a','b')", DECIMAL: '(10,2)' };
    const declarations = Object.entries(datatypes).flatMap(([name, { length, kind }]) => {
      const size = length === 'required' ? (sizes[name] ?? '(20)') : '';
      const numeric = kind === 'integer' || kind === 'bigint';
      return numeric ? [`${name}${size}`, `${name}${size} unsigned`] : [`${name}${size}`];
    });

    test.each(declarations)('%s reads back as declared', async (declaration) => {
      const made = table([
        column('value', declaration),
        column('needed', declaration, { nullable: false, unique: true, comment: "It's\nneeded" }),
      ]);
      await create(made);
      expect(await introspect(database)).toEqual([made]);
    });

    test.each([
      ['VARCHAR(20)', "it's \\ 'so'"],
      ['TEXT', ''],
      ['INT', '-7'],
      ['TINYINT unsigned', '1'],
      ['BIGINT', '9007199254740993'],
      ['DECIMAL(10,2)', '1.50'],
      ['DECIMAL(10,2)', '-1.25'],
      ['DOUBLE', '1.5'],
      ['DATE', '2020-01-02'],
      ['DATETIME', '2020-01-02 03:04:05'],
      ['TIME', '03:04:05'],
    ])('a default of %s reads back: %s', async (declaration, text) => {
      await create(table([column('value', declaration, { default: text })]));
      const [read] = await introspect(database);
      expect(read?.columns[1]?.default).toBe(text);
      await insert({});
      expect(String((await valuesOf('value', 'text'))[0])).toBe(text);
    });

    test('tables come in the order of their creation, with unique sets', async () => {
      await create({ ...table([column('a', 'INT'), column('b', 'INT')], [['b', 'a']]), name: 'zebra' });
      await create({ ...table([]), name: 'Ape "x"' });
      const read = await introspect(database);
      expect(read.map(({ name }) => name)).toEqual(['zebra', 'Ape "x"']);
      expect(read[0]?.uniqueTogether).toEqual([['b', 'a']]);
    });

    test('manually created tables are supported', async () => {
      await runAll([
        `CREATE TYPE mood AS ENUM ('sad', 'so''so')`,
        `CREATE TABLE things (id serial PRIMARY KEY, big bigint, free numeric, size numeric(8,3), short character(5),
          name varchar(9) DEFAULT 'x', body text, at timestamptz, day date, doc jsonb, feel mood, token uuid UNIQUE, place point)`,
      ]);
      const [read] = await introspect(database);
      expect(read?.columns.map(printDeclaration)).toEqual([
        'INT',
        'BIGINT',
        'DECIMAL(65,30)',
        'DECIMAL(8,3)',
        'CHAR(5)',
        'VARCHAR(9)',
        'TEXT',
        'DATETIME',
        'DATE',
        'JSON',
        "ENUM('sad','so''so')",
        'UUID',
        'POINT',
      ]);
      expect(read?.columns[0]).toMatchObject({ autoIncrement: true, primaryKey: true, default: null });
      await insert({ short: 'ab', at: '2020-01-02 03:04:05', doc: '{"a":1}', feel: 'sad' });
      const columns = [at('short', 'text'), at('at', 'datetime'), at('doc', 'json'), at('feel', 'choice')];
      expect(await select({ columns })).toEqual([['ab', '2020-01-02 03:04:05', '{"a": 1}', 'sad']]);
      await runAll(['DROP TABLE things', 'DROP TYPE mood']);
    });
  });

  describe('changes of tables', () => {
    async function change(before: Table, after: Table): Promise<Table | undefined> {
      await database.transaction((connection) => runAll(ddl.alter(before, after), connection));
      return (await introspect(database))[0];
    }

    test('columns are added, dropped and changed, and keep their values', async () => {
      const before = table([column('code', 'VARCHAR(10)'), column('gone', 'INT'), column('count', 'SMALLINT')]);
      await create(before);
      await insert({ code: '12', gone: 1, count: 7 });
      const after = table([
        column('code', 'INT', { nullable: false, default: '3', comment: 'Counts' }),
        column('count', 'VARCHAR(5)', { unique: true }),
        column('fresh', 'DATETIME'),
      ]);
      expect(await change(before, after)).toEqual(after);
      expect(await select({ columns: [at('code', 'integer'), at('count', 'text'), at('fresh', 'datetime')] })).toEqual([
        [12, '7', null],
      ]);
    });

    test.each([
      ['INT', 'DECIMAL(10,2)', 5, '5.00'],
      ['DECIMAL(10,2)', 'INT', '5.00', 5],
      ['VARCHAR(30)', 'DATETIME', '2020-01-02 03:04:05', '2020-01-02 03:04:05'],
      ['DATETIME', 'DATE', '2020-01-02 03:04:05', '2020-01-02'],
      ['DATE', 'DATETIME', '2020-01-02', '2020-01-02 00:00:00'],
      ['TEXT', 'LONGTEXT', 'é😀', 'é😀'],
      ['BLOB', 'TEXT', Buffer.from('é'), 'é'],
      ['INT', 'BIGINT unsigned', 5, '5'],
    ] as const)('%s becomes %s', async (from, to, value, expected) => {
      const [before, after] = [table([column('value', from, { default: null })]), table([column('value', to)])];
      await create(before);
      await insert({ value });
      expect(await change(before, after)).toEqual(after);
      expect(await valuesOf('value', datatypeOf(parseDeclaration(to).datatype).kind)).toEqual([expected]);
    });

    test.each([
      ['VARCHAR(10)', 'VARCHAR(2)', 'abc'],
      ['VARCHAR(10)', 'INT', 'abc'],
      ['INT', 'SMALLINT', 70000],
      ['TIME', 'DATETIME', '03:04:05'],
    ])('%s does not become %s when values do not fit', async (from, to, value) => {
      const before = table([column('value', from)]);
      await create(before);
      await insert({ value });
      expect(await failureOf(change(before, table([column('value', to)])))).toEqual({ kind: 'value' });
      expect(await introspect(database)).toEqual([before]);
      expect(await valuesOf('value', 'text')).toEqual([value]);
    });

    test('unique and required are added and dropped', async () => {
      const plain = table([column('code', 'INT'), column('other', 'INT')]);
      const strict = table([column('code', 'INT', { unique: true, nullable: false }), column('other', 'INT')]);
      const together = table([column('code', 'INT'), column('other', 'INT')], [['code', 'other']]);
      await create(plain);
      expect(await change(plain, strict)).toEqual(strict);
      expect(await change(strict, together)).toEqual(together);
      expect(await change(together, plain)).toEqual(plain);
      await insert({ code: 1 });
      await insert({ code: 1 });
      expect(await failureOf(change(plain, strict))).toMatchObject({ kind: 'unique', columns: ['code'] });
      await insert({ code: null });
      const required = table([column('code', 'INT', { nullable: false }), column('other', 'INT')]);
      expect(await failureOf(change(plain, required))).toEqual({ kind: 'notNull', column: 'code' });
    });

    test('a manually created unique index is dropped as well', async () => {
      const before = table([column('code', 'INT', { unique: true })]);
      await create(table([column('code', 'INT')]));
      await runAll(['CREATE UNIQUE INDEX anything ON things (code)']);
      const after = table([column('code', 'INT')]);
      expect(await change(before, after)).toEqual(after);
    });

    test('a key becomes and stops being auto-increment', async () => {
      const id = column('id', 'INT', { primaryKey: true, nullable: false });
      const [plain, counting] = [
        { ...table([]), columns: [id] },
        { ...table([]), columns: [{ ...id, autoIncrement: true }] },
      ];
      await create(plain);
      await runAll(['INSERT INTO things (id) VALUES (41)']);
      expect(await change(plain, counting)).toEqual(counting);
      expect(await insert({})).toBe(42);
      expect(await change(counting, plain)).toEqual(plain);
    });

    test('statements that were prepared before a change see the new types', async () => {
      const [before, after] = [table([column('value', 'INT')]), table([column('value', 'BIGINT')])];
      await create(before);
      for (let round = 0; round < 12; round++) await insert({ value: round });
      await valuesOf('value', 'bigint');
      await change(before, after);
      await insert({ value: 2n ** 40n });
      expect((await valuesOf('value', 'bigint')).at(-1)).toBe(2 ** 40);
    });
  });

  describe('values', () => {
    test.each([
      ['BIGINT', 9223372036854775807n, '9223372036854775807'],
      ['BIGINT', -9223372036854775808n, '-9223372036854775808'],
      ['BIGINT unsigned', '18446744073709551615', '18446744073709551615'],
      ['INT unsigned', 4294967295, 4294967295],
      ['TINYINT unsigned', 255, 255],
      ['MEDIUMINT', -8388608, -8388608],
      [
        'DECIMAL(60,30)',
        `123456789012345678901234567890.${'123456789'.repeat(3)}123`,
        `123456789012345678901234567890.${'123456789'.repeat(3)}123`,
      ],
      ['DOUBLE', 1.5e300, 1.5e300],
      ['FLOAT', 0.1, 0.1],
      ['TEXT', '😀 é "\\\' %', '😀 é "\\\' %'],
      ['CHAR(5)', 'ab', 'ab'],
      ['VARCHAR(3)', '😀😀😀', '😀😀😀'],
      ['JSON', '{"b": 1,  "a":2}', '{"b": 1,  "a":2}'],
      ['DATETIME', '2020-01-02 03:04:05', '2020-01-02 03:04:05'],
      ['DATE', '1000-01-01', '1000-01-01'],
      ['TIME', '23:59:59', '23:59:59'],
      ['BLOB', Buffer.from([0, 1, 92, 255]), Buffer.from([0, 1, 92, 255])],
      ['TEXT', 12, '12'],
      ['INT', null, null],
    ] as const)('%s holds %s', async (declaration, value, expected) => {
      await create(table([column('value', declaration)]));
      await insert({ value });
      const { kind } = datatypeOf(parseDeclaration(declaration).datatype);
      expect(await valuesOf('value', kind)).toEqual([expected]);
      if (value === null) return;
      const same: Expression = { type: 'compare', sign: '=', left: at('value', kind), right: fixed(value, kind) };
      expect(await idsWhere(same)).toEqual([1]);
    });

    test('updates and deletes report how many rows they affected', async () => {
      await create(table([column('value', 'DECIMAL(10,2)'), column('on', 'DATETIME')]));
      for (const value of [1, 2, 3]) await insert({ value });
      const left: Expression = { type: 'column', alias: '', name: 'value', kind: 'decimal' };
      const where: Expression = { type: 'compare', sign: '>=', left, right: fixed('2', 'decimal') };
      const update = printer.update({ table: 'things', columns: ['value', 'on'], where });
      const [operand] = bind(update, NO_BINDING).parameters;
      const parameters = ['2.50', '2020-01-02 03:04:05', operand ?? null];
      expect((await database.run({ text: update.text, parameters })).changes).toBe(2);
      expect((await database.run(bind(printer.delete({ table: 'things', where }), NO_BINDING))).changes).toBe(2);
      expect(await valuesOf('value', 'decimal')).toEqual(['1.00']);
    });

    test('counting continues after explicit keys', async () => {
      await create(table([column('value', 'INT')]));
      expect(await insert({ value: 1 })).toBe(1);
      await insert({ id: 10 });
      expect(await insert({ value: 1 })).toBe(11);
      await insert({ id: 5 });
      expect(await insert({})).toBe(12);
      expect(await failureOf(insert({ id: 12 }))).toMatchObject({ kind: 'unique', columns: ['id'] });
    });
  });

  describe('expressions', () => {
    const NAMES = ['apple', 'Apple', 'ÄPFEL', 'äpfel', '10%', 'a_b', '', null] as const;

    beforeEach(async () => {
      await create(table([column('name', 'VARCHAR(20)'), column('number', 'INT'), column('other', 'BIGINT')]));
      for (const [index, name] of NAMES.entries()) await insert({ name, number: index + 1, other: index % 2 });
    });

    const name = at('name', 'text');
    const number = at('number', 'integer');
    const compare = (left: Expression, sign: '=' | '<>' | '<' | '<=' | '>' | '>=', right: Expression): Expression => ({
      type: 'compare',
      sign,
      left,
      right,
    });
    const like = (left: Expression, pattern: string, negated = false): Expression => ({
      type: 'like',
      left,
      pattern: fixed(pattern, 'text'),
      negated,
    });

    test('texts are compared exactly', async () => {
      expect(await idsWhere(compare(name, '=', fixed('Apple', 'text')))).toEqual([2]);
      expect(await idsWhere(compare(name, '=', fixed('äpfel', 'text')))).toEqual([4]);
      expect(await idsWhere(compare(name, '<>', fixed('apple', 'text')))).toEqual([2, 3, 4, 5, 6, 7]);
    });

    test('LIKE ignores only the case of ASCII letters', async () => {
      expect(await idsWhere(like(name, 'APPLE'))).toEqual([1, 2]);
      expect(await idsWhere(like(name, 'äPFEL'))).toEqual([4]);
      expect(await idsWhere(like(name, '%PFEL'))).toEqual([3, 4]);
      expect(await idsWhere(like(name, '%!%%'))).toEqual([5]);
      expect(await idsWhere(like(name, 'a!_b'))).toEqual([6]);
      expect(await idsWhere(like(name, '%p%', true))).toEqual([5, 6, 7]);
      expect(await idsWhere(like(number, '%8%'))).toEqual([8]);
    });

    test('lists, keys and nulls', async () => {
      const of = [fixed(1, 'integer'), fixed(3, 'integer'), fixed(10n ** 30n, 'integer'), fixed(1.5, 'integer')];
      expect(await idsWhere({ type: 'in', left: number, of, negated: false })).toEqual([1, 3]);
      expect(await idsWhere({ type: 'in', left: number, of, negated: true })).toEqual([2, 4, 5, 6, 7, 8]);
      expect(await idsWhere({ type: 'null', of: name, negated: false })).toEqual([8]);
      expect(await idsWhere({ type: 'null', of: name, negated: true })).toHaveLength(7);
      const keyed = async (left: Expression, kind: Kind, keys: Stored[]) => {
        const where: Expression = { type: 'inKeys', left, kind };
        const printed = printer.select({
          table: 'things',
          alias: 't0',
          columns: [at('id', 'integer')],
          where,
          order: [],
          limit: null,
          offset: null,
          group: [],
        });
        return (await database.all(bind(printed, { ...NO_BINDING, keys }))).map(([id]) => id).sort();
      };
      expect(await keyed(number, 'integer', [1, '2', 'x', 3n, 10n ** 30n])).toEqual([1, 2, 3]);
      expect(await keyed(at('other', 'bigint'), 'bigint', ['1', 'x'])).toEqual([2, 4, 6, 8]);
      expect(await keyed(name, 'text', ['Apple', 'a"b\\', '10%'])).toEqual([2, 5]);
      expect(await keyed(name, 'text', [])).toEqual([]);
    });

    test('integers are compared with fractions and with out-of-range numbers', async () => {
      expect(await idsWhere(compare(number, '=', fixed(1.5, 'integer')))).toEqual([]);
      expect(await idsWhere(compare(number, '<>', fixed(1.5, 'integer')))).toHaveLength(8);
      expect(await idsWhere(compare(number, '<', fixed(1.5, 'integer')))).toEqual([1]);
      expect(await idsWhere(compare(number, '<=', fixed(1.5, 'integer')))).toEqual([1]);
      expect(await idsWhere(compare(number, '>', fixed(7.5, 'integer')))).toEqual([8]);
      expect(await idsWhere(compare(number, '>=', fixed(7.5, 'integer')))).toEqual([8]);
      expect(await idsWhere(compare(number, '<', fixed(10n ** 30n, 'integer')))).toHaveLength(8);
      expect(await idsWhere(compare(number, '>', fixed(-(10n ** 30n), 'integer')))).toHaveLength(8);
      expect(await idsWhere(compare(at('other', 'bigint'), '<', fixed(10n ** 30n, 'bigint')))).toHaveLength(8);
    });

    test('columns of different kinds are compared as texts', async () => {
      await insert({ name: '9', number: 9 });
      expect(await idsWhere(compare(name, '=', number))).toEqual([9]);
      expect(await idsWhere(compare(name, '=', fixed(9, 'integer')))).toEqual([9]);
      const inner: Select = {
        table: 'things',
        alias: 't1',
        columns: [{ type: 'column', alias: 't1', name: 'number', kind: 'integer' }],
        where: null,
        order: [],
        limit: null,
        offset: null,
        group: [],
      };
      expect(await idsWhere({ type: 'inSelect', left: name, select: inner })).toEqual([9]);
    });

    test('exists, scalar, when, not, constants and groups', async () => {
      const inner = (columns: readonly Expression[]): Select => {
        const tie = compare({ type: 'column', alias: 't1', name: 'other', kind: 'bigint' }, '=', number);
        return { table: 'things', alias: 't1', columns, where: tie, order: [], limit: null, offset: null, group: [] };
      };
      const exists: Expression = { type: 'exists', select: inner([]) };
      expect(await idsWhere(exists)).toEqual([1]);
      expect(await idsWhere({ type: 'not', of: exists })).toHaveLength(7);
      const scalar: Expression = { type: 'scalar', select: inner([{ type: 'count' }]) };
      expect(await idsWhere(compare(scalar, '>=', fixed(4, 'integer')))).toEqual([1]);
      expect(await idsWhere({ type: 'constant', value: false })).toEqual([]);
      expect(
        await idsWhere(and([{ type: 'constant', value: true }, compare(number, '<', fixed(3, 'integer'))])),
      ).toEqual([1, 2]);
      const when: Expression = { type: 'when', condition: compare(number, '=', fixed(2, 'integer')), value: name };
      expect((await select({ columns: [when] })).map(([value]) => value).slice(0, 3)).toEqual([null, 'Apple', null]);
      const other = at('other', 'bigint');
      expect(await select({ columns: [other, { type: 'count' }], group: [other], order: [] })).toEqual(
        expect.arrayContaining([
          [0, 4],
          [1, 4],
        ]),
      );
    });

    test('order, pages and random order', async () => {
      const by = (more: Partial<Order>): Order => ({ by: name, descending: false, nulls: null, text: true, ...more });
      const sorted = async (order: Order) =>
        (await select({ columns: [name], order: [order] })).map(([value]) => value);
      expect(await sorted(by({}))).toEqual([null, '', '10%', 'a_b', 'Apple', 'apple', 'ÄPFEL', 'äpfel']);
      expect(await sorted(by({ descending: true }))).toEqual([
        'äpfel',
        'ÄPFEL',
        'apple',
        'Apple',
        'a_b',
        '10%',
        '',
        null,
      ]);
      expect((await sorted(by({ nulls: 'last' }))).at(-1)).toBeNull();
      expect((await sorted(by({ nulls: 'last', descending: true }))).at(-1)).toBeNull();
      expect(await select({ limit: 2, offset: () => 3 })).toEqual([[4], [5]]);
      expect(await select({ limit: 1_000_000, offset: () => 1e25 })).toEqual([]);
      const randomly = { by: { type: 'random' }, descending: false, nulls: 'none', text: false } as const;
      expect(await select({ order: [randomly] })).toHaveLength(8);
    });
  });

  describe('transactions', () => {
    beforeEach(() => create(table([column('code', 'INT', { unique: true, nullable: false, default: '0' })])));

    test('a failure leaves nothing behind, including tables', async () => {
      const failing = database.transaction(async (connection) => {
        await insert({ code: 1 }, connection);
        await runAll(ddl.create({ ...table([]), name: 'more' }), connection);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await idsWhere(null)).toEqual([]);
      expect(await introspect(database)).toHaveLength(1);
    });

    test('writers take turns, even those of another process', async () => {
      const other = await postgres.open(address);
      const increment = (on: Database) =>
        on.transaction(async (connection) => {
          const [row] = await connection.all({ text: 'SELECT COALESCE(MAX(code), 0) FROM things', parameters: [] });
          await insert({ code: Number(row?.[0]) + 1 }, connection);
        });
      await Promise.all(Array.from({ length: 20 }, (_, index) => increment(index % 2 ? database : other)));
      await other.close();
      expect((await valuesOf('code', 'integer')).at(-1)).toBe(20);
    });

    test('writers with one key take turns, even those of another process', async () => {
      const other = await postgres.open(address);
      await insert({ code: 0 });
      const increment = (on: Database) =>
        on.transaction(
          async (connection) => {
            const [row] = await connection.all({ text: 'SELECT code FROM things', parameters: [] });
            await connection.run({ text: 'UPDATE things SET code = $1', parameters: [Number(row?.[0]) + 1] });
          },
          { lock: { lockKey: "things/1 isn't free" } },
        );
      await Promise.all(Array.from({ length: 20 }, (_, index) => increment(index % 2 ? database : other)));
      await other.close();
      expect(await valuesOf('code', 'integer')).toEqual([20]);
    });

    test('an exclusive writer waits for concurrent ones of other processes', async () => {
      const other = await postgres.open(address);
      const steps: string[] = [];
      const beside = other.transaction(
        async (connection) => {
          await insert({ code: 1 }, connection);
          steps.push('beside');
          await new Promise((done) => setTimeout(done, 50));
          steps.push('beside is done');
        },
        { lock: { lockKey: null } },
      );
      await expect.poll(() => steps.length).toBe(1);
      await database.transaction(async (connection) => {
        await insert({ code: 2 }, connection);
        steps.push('alone');
      });
      await beside;
      await other.close();
      expect(steps).toEqual(['beside', 'beside is done', 'alone']);
    });

    test("a process is notified of others' changes, and not of its own", async () => {
      const other = await postgres.open(address);
      await database.changedByOthers();
      await runAll(ddl.create({ ...table([]), name: 'directus_settings' }));
      await expect.poll(() => other.changedByOthers()).toBe(true);
      expect(await other.changedByOthers()).toBe(false);
      expect(await database.changedByOthers()).toBe(false);
      await insert({ code: 5 }, other);
      await other.close();
      expect(await database.changedByOthers()).toBe(false);
    });

    test('a lost session fails one transaction, and the next one works', async () => {
      const losing = database.transaction(async (connection) => {
        await insert({ code: 7 }, connection);
        const [row] = await connection.all({ text: 'SELECT pg_backend_pid()', parameters: [] });
        await database.all({ text: 'SELECT pg_terminate_backend($1)::int', parameters: [row?.[0] ?? null] });
        await new Promise((done) => setTimeout(done, 100));
        await insert({ code: 8 }, connection);
      });
      expect(await failureOf(losing)).toEqual({ kind: 'unreachable' });
      expect(await insert({ code: 9 })).toBe(2);
      expect(await valuesOf('code', 'integer')).toEqual([9]);
    });
  });

  test('more statements than sessions keep prepared are answered nevertheless', async () => {
    const asked = Array.from({ length: 2500 }, (_, index) => index);
    const answers = await Promise.all(
      asked.map((index) => database.all({ text: `SELECT ${index}, $1::int`, parameters: [index] })),
    );
    expect(answers.map(([row]) => [...(row ?? [])])).toEqual(asked.map((index) => [index, index]));
  });

  describe('failures', () => {
    test('are distinguished', async () => {
      await create(
        table(
          [column('code', 'VARCHAR(3)', { nullable: false, unique: true }), column('2nd', 'INT')],
          [['2nd', 'code']],
        ),
      );
      await insert({ code: 'a', '2nd': 1 });
      expect(await failureOf(insert({ code: 'a' }))).toMatchObject({ kind: 'unique', columns: ['code'] });
      expect(await failureOf(insert({ code: null }))).toEqual({ kind: 'notNull', column: 'code' });
      expect(await failureOf(insert({ code: 'abcd' }))).toEqual({ kind: 'value' });
      expect(await failureOf(insert({ code: 'b', '2nd': 2 ** 40 }))).toEqual({ kind: 'value' });
      expect(await failureOf(insert({ code: 'b', missing: 1 }))).toEqual({ kind: 'schema' });
      expect(await failureOf((async () => database.all({ text: 'SELECT 1 FROM missing', parameters: [] }))())).toEqual({
        kind: 'schema',
      });
      expect(classify(new TypeError('x'))).toBeNull();
    });

    test('name what depends on a table', async () => {
      await create(table([]));
      const run = (text: string) => database.run({ text, parameters: [] });
      await run('CREATE SCHEMA reports');
      await run('CREATE VIEW listed AS SELECT id FROM things');
      await run('CREATE MATERIALIZED VIEW reports.counted AS SELECT count(*) FROM listed');
      const drop = () => database.transaction((connection) => postgres.dropTables(connection, ['things']));
      const failure = await failureOf(drop());
      expect(failure).toEqual({
        kind: 'dependedOn',
        dependents: expect.stringContaining('materialized view reports.counted depends on view listed'),
      });
      expect(await database.all({ text: 'SELECT id FROM listed', parameters: [] })).toEqual([]);
      await run('DROP SCHEMA reports CASCADE');
      await run('CREATE MATERIALIZED VIEW counted AS SELECT count(*) FROM listed');
      await run('CREATE VIEW latest AS SELECT * FROM counted');
      await drop();
      expect(await introspect(database)).toEqual([]);
    });

    test('are not caused by objects of an extension, which stay', async () => {
      const run = (text: string) => database.run({ text, parameters: [] });
      await create(table([]));
      await run('CREATE TABLE shapes (id INT)');
      await run('CREATE VIEW shown AS SELECT id FROM shapes');
      for (const what of ['TABLE shapes', 'VIEW shown']) await run(`ALTER EXTENSION plpgsql ADD ${what}`);
      try {
        await database.transaction((connection) => postgres.dropTables(connection, ['things', 'shapes']));
        expect((await introspect(database)).map(({ name }) => name)).toEqual(['shapes']);
        expect(await database.all({ text: 'SELECT id FROM shown', parameters: [] })).toEqual([]);
      } finally {
        for (const what of ['VIEW shown', 'TABLE shapes']) await run(`ALTER EXTENSION plpgsql DROP ${what}`);
        await run('DROP TABLE shapes CASCADE');
      }
    });

    test.each([
      ['port', { port: 1 }],
      ['password', { password: 'wrong' }],
      ['host', { host: 'no-such-host.invalid' }],
    ])('a wrong %s is unreachable', async (_what, wrong) => {
      const begun = Date.now();
      expect(await failureOf(postgres.open({ ...address, ...wrong }))).toEqual({ kind: 'unreachable' });
      expect(Date.now() - begun).toBeLessThan(5000);
    });
  });

  test('costly statements take one processor while other databases are read, and any number otherwise', async () => {
    const other = await postgres.open({ ...address, name: `${address.name}_other` });
    const workers = async (): Promise<unknown> => {
      const text = `SELECT current_setting('max_parallel_workers_per_gather') FROM pg_sleep(0.03)`;
      const [row] = await database.all({ text, parameters: [], scans: [{ table: 'things', weight: 1 }] });
      return row?.[0];
    };
    try {
      await vi.waitFor(async () => expect(Number(await workers())).toBeGreaterThan(0), 10_000);
      await other.all({ text: 'SELECT 1', parameters: [] });
      expect(await workers()).toBe('0');
    } finally {
      await other.close();
    }
  });
}
