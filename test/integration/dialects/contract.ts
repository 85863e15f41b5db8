import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bind, NO_BINDING } from '../../../src/dialects/bind.ts';
import type { Connection, Database, Dialect, Statement } from '../../../src/dialects/dialect.ts';
import { runStatements } from '../../../src/dialects/run-statements.ts';
import type { Row } from '../../../src/query/shape/row.ts';
import type { Binding, Expression, Order, Select } from '../../../src/query/sql/nodes.ts';
import { type Column, parseDeclaration, type Table } from '../../../src/schema/column.ts';
import { datatypeOf, datatypes, type Kind } from '../../../src/schema/datatypes.ts';
import { kinds } from '../../../src/schema/kinds.ts';
import type { Stored } from '../../../src/schema/stored.ts';
import { octavoIndex, tidied } from '../../../src/schema/table-index.ts';

/** An engine that is ready for the suite, with an empty database of its own. */
export interface Opened {
  readonly dialect: Dialect;
  readonly database: Database;
  close(): Promise<void>;
}

const SIZES: Readonly<Record<string, string>> = {
  ENUM: "'red','it''s, so'",
  SET: "'a','b','c'",
  DECIMAL: '10,2',
  DEC: '10,2',
  FIXED: '10,2',
  NUMERIC: '10,2',
  CHAR: '5',
  VARCHAR: '80',
  VARBINARY: '20',
};

const VALUES: Readonly<Record<Kind, Stored>> = {
  integer: 1,
  bigint: '9',
  decimal: '1.50',
  float: 1.5,
  text: 'wörd',
  choice: 'red',
  date: '2020-02-29',
  time: '23:59:58',
  datetime: '2020-02-29 23:59:58',
  binary: Buffer.from([1]),
  json: '{"a":1}',
};

/** Values for datatypes that reject the usual value of their kind. */
const GIVEN: Readonly<Record<string, Stored>> = { SET: 'a,c', YEAR: 2020 };

function answered(stored: Stored, datatype: string): unknown {
  const { read } = kinds[datatypeOf(datatype).kind];
  return read ? read(stored) : stored;
}

function column(name: string, type: string, more: Partial<Column> = {}): Column {
  const base = { nullable: true, default: null, primaryKey: false, autoIncrement: false, unique: false, comment: '' };
  return { name, ...parseDeclaration(type), ...base, ...more };
}

const id = column('id', 'INT unsigned', { primaryKey: true, autoIncrement: true, nullable: false });

function table(name: string, columns: readonly Column[], uniqueTogether: readonly string[][] = []): Table {
  return { name, columns, uniqueTogether };
}

const at = (name: string, kind: Kind, alias = 't0'): Expression => ({ type: 'column', alias, name, kind });
const value = (stored: Stored, kind: Kind): Expression => ({ type: 'parameter', kind, source: () => stored });

function select(name: string, columns: readonly Expression[], more: Partial<Select> = {}): Select {
  return { table: name, alias: 't0', columns, where: null, order: [], limit: null, offset: null, group: [], ...more };
}

/** Runs a statement without waiting for it, where the engine allows that. */
async function later(connection: Connection, statement: Statement): Promise<void> {
  const refused = (): Error => new Error(`refused ${statement.parameters[0]}`);
  if (connection.later) await connection.later(statement, refused);
  else
    await connection.run(statement).catch(() => {
      throw refused();
    });
}

/** A session prepares a statement when it first runs it. */
const TIMES = 3;

/** A point at which a given number of parties wait for each other. */
class Meeting {
  readonly #all: Promise<void>;
  #missing: number;
  #complete: () => void = () => {};

  constructor(guests: number) {
    this.#missing = guests;
    this.#all = new Promise((done) => {
      this.#complete = done;
    });
  }

  joined(): Promise<void> {
    if (--this.#missing === 0) this.#complete();
    return this.#all;
  }
}

/**
 * Runs the suite that every dialect must pass; `open` returns a reason if the engine is missing. `exceptions` states,
 * by test name, what an engine cannot do and why.
 */
export function dialectContract(
  name: string,
  open: () => Promise<Opened | { readonly skipped: string }>,
  exceptions: Readonly<Record<string, string>> = {},
): void {
  describe(`dialect ${name}`, () => {
    let opened: Opened | undefined;
    let skipped = '';

    beforeAll(async () => {
      const result = await open();
      if ('skipped' in result) skipped = result.skipped;
      else opened = result;
    }, 60_000);
    afterAll(() => opened?.close());
    beforeEach(async (test) => {
      if (!opened) test.skip(skipped);
      const exception = exceptions[test.task.name];
      if (exception !== undefined) test.skip(exception);
      await dropAll();
    });

    const engine = (): Opened => {
      if (!opened) throw new Error(skipped);
      return opened;
    };
    const execute = async (statements: readonly string[]): Promise<void> => {
      await engine().database.transaction(async (connection) => {
        await runStatements(connection, statements);
      });
    };
    const dropAll = async (): Promise<void> => {
      for (const { name: existing } of await tables()) await execute(engine().dialect.ddl.drop(existing));
    };
    const create = (definition: Table): Promise<void> => execute(engine().dialect.ddl.create(definition));
    const tables = (): Promise<Table[]> => engine().dialect.introspect(engine().database);
    const found = async (wanted: string): Promise<Table> => {
      const result = (await tables()).find((candidate) => candidate.name === wanted);
      if (!result) throw new Error(`no table ${wanted}`);
      return result;
    };
    const insert = async (into: string, row: Readonly<Record<string, Stored>>, key: string | null = null) => {
      const text = engine().dialect.printer.insert({ table: into, columns: Object.keys(row) }, key);
      return engine().database.run({ text, parameters: Object.values(row) });
    };
    const read = async (what: Select, binding: Partial<Binding> = {}): Promise<Row[]> =>
      engine().database.all(bind(engine().dialect.printer.select(what), { ...NO_BINDING, ...binding }));
    const where = async (from: string, condition: Expression, binding: Partial<Binding> = {}): Promise<unknown[]> => {
      const order: Order[] = [{ by: at('id', 'integer'), descending: false, nulls: null, text: false }];
      return (await read(select(from, [at('id', 'integer')], { where: condition, order }), binding)).map(
        ([key]) => key,
      );
    };
    const failure = async (work: Promise<unknown>) => {
      const error = await work.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      return engine().dialect.classify(error);
    };

    describe('tables', () => {
      it.each(Object.keys(datatypes))('makes a column of %s that reads its values back', async (datatype) => {
        const size = SIZES[datatype];
        await create(table('t', [id, column('c', `${datatype}${size ? `(${size})` : ''}`)]));
        const result = (await found('t')).columns[1];
        expect(result).toMatchObject({ name: 'c', nullable: true, default: null, unique: false });
        if (size) expect(result?.arguments).toBe(size);
        const given = GIVEN[datatype] ?? VALUES[datatypeOf(datatype).kind];
        await insert('t', { c: given });
        const kind = datatypeOf(result?.datatype ?? '').kind;
        const [row] = await read(select('t', [at('c', kind)]));
        expect(answered(row?.[0] ?? null, datatype)).toEqual(answered(given, datatype));
      });

      it('keeps the members of a list, whatever they contain', async () => {
        const members = `'point','~int~','it''s','a "b"','x,y)','INTEGER','wörd'`;
        await create(table('t', [id, column('c', 'ENUM', { arguments: members })]));
        expect((await found('t')).columns[1]).toMatchObject({ datatype: 'ENUM', arguments: members });
        await insert('t', { c: 'point' });
        expect(await read(select('t', [at('c', 'choice')]))).toEqual([['point']]);
      });

      it('reads back keys, defaults, uniqueness and order', async () => {
        const columns = [
          id,
          column('code', 'VARCHAR(40)', { nullable: false, unique: true }),
          column('quoted', 'VARCHAR(40)', { default: `it's \\ "so"` }),
          column('beyond', 'VARCHAR(40)', { default: `é😀? it's \\` }),
          column('long', 'TEXT', { default: '😀?' }),
          column('count', 'INT', { default: '7', nullable: false }),
          column('a', 'INT'),
          column('b', 'INT'),
        ];
        await create(table('t', columns, [['a', 'b']]));
        const result = await found('t');
        expect(result.columns.map(({ name: own }) => own)).toEqual(columns.map(({ name: own }) => own));
        expect(result.uniqueTogether).toEqual([['a', 'b']]);
        for (const [index, wanted] of columns.entries()) {
          const { nullable, unique, primaryKey, autoIncrement, signed } = wanted;
          expect(result.columns[index]).toMatchObject({ nullable, unique, primaryKey, autoIncrement, signed });
          expect(result.columns[index]?.default).toBe(wanted.default);
        }
      });

      it('creates, keeps and drops indexes that are not unique', async () => {
        const indexes = [octavoIndex('t', ['b', 'a']), octavoIndex('t', ['a'])];
        const byName = (definition: Table): string[] =>
          (definition.indexes ?? []).map(({ name: own, columns }) => `${own} ${columns}`).sort();
        const columns = [id, column('a', 'INT'), column('b', 'VARCHAR(20)'), column('c', 'INT')];
        await create({ ...table('t', columns), indexes });
        const made = await found('t');
        expect(byName(made)).toEqual(byName({ ...made, indexes }));

        const retyped = made.columns.map((own) => (own.name === 'a' ? { ...own, datatype: 'BIGINT' } : own));
        await execute(engine().dialect.ddl.alter(made, { ...made, columns: retyped }));
        const changed = await found('t');
        expect(byName(changed)).toEqual(byName(made));

        const fewer = tidied({ ...changed, columns: changed.columns.filter((own) => own.name !== 'b') });
        const more = { ...fewer, indexes: [...(fewer.indexes ?? []), octavoIndex('t', ['c'])] };
        await execute(engine().dialect.ddl.alter(changed, more));
        const last = await found('t');
        expect(byName(last)).toEqual(byName({ ...last, indexes: [octavoIndex('t', ['a']), octavoIndex('t', ['c'])] }));

        await execute(engine().dialect.ddl.alter(last, { ...last, indexes: [] }));
        expect((await found('t')).indexes).toEqual([]);
      });

      it('keeps manually created indexes when a column changes', async () => {
        await create(table('t', [id, column('a', 'INT'), column('b', 'INT')]));
        await execute(['CREATE INDEX by_hand ON t (b, a)']);
        const made = await found('t');
        const columns = made.columns.map((own) => (own.name === 'a' ? { ...own, datatype: 'BIGINT' } : own));
        await execute(engine().dialect.ddl.alter(made, { ...made, columns }));
        expect((await found('t')).indexes).toMatchObject([{ name: 'by_hand', columns: ['b', 'a'], plain: true }]);
      });

      it('keeps the data when columns are added, changed and dropped', async () => {
        await create(table('t', [id, column('title', 'VARCHAR(20)'), column('gone', 'INT')]));
        await insert('t', { title: 'One', gone: 1 });
        const before = await found('t');
        const title = column('title', 'VARCHAR(50)', { nullable: false, default: 'none' });
        await execute(
          engine().dialect.ddl.alter(before, table('t', [id, title, column('fresh', 'INT', { default: '3' })])),
        );
        const after = await found('t');
        expect(after.columns.map(({ name: own }) => own)).toEqual(['id', 'title', 'fresh']);
        expect(after.columns[1]).toMatchObject({ arguments: '50', nullable: false, default: 'none' });
        expect(await read(select('t', [at('id', 'integer'), at('title', 'text'), at('fresh', 'integer')]))).toEqual([
          [1, 'One', 3],
        ]);
        expect((await insert('t', { title: 'Two' }, 'id')).keys).toEqual([2]);
      });

      it('keeps a default of any characters when another attribute of its column changes', async () => {
        const columns = [id, column('c', 'VARCHAR(20)', { default: '😀? é' }), column('t', 'TEXT', { default: '?😀' })];
        await create(table('t', columns));
        const before = await found('t');
        const required = before.columns.map((own) => ({ ...own, nullable: false }));
        await execute(engine().dialect.ddl.alter(before, { ...before, columns: required }));
        await insert('t', {});
        expect(await read(select('t', [at('c', 'text'), at('t', 'text')]))).toEqual([['😀? é', '?😀']]);
      });

      it('changes nothing if nothing differs', async () => {
        await create(
          table('t', [id, column('c', 'VARCHAR(20)', { default: `a'b` }), column('d', 'ENUM', { arguments: "'x'" })]),
        );
        const before = await found('t');
        await insert('t', { c: 'x' });
        await execute(engine().dialect.ddl.alter(before, before));
        expect(await found('t')).toEqual(before);
      });

      it('adds and drops uniqueness', async () => {
        const plain = table('t', [id, column('code', 'VARCHAR(40)')]);
        const unique = table('t', [id, column('code', 'VARCHAR(40)', { unique: true })]);
        await create(plain);
        await insert('t', { code: 'a' });
        await execute(engine().dialect.ddl.alter(await found('t'), unique));
        expect((await found('t')).columns[1]?.unique).toBe(true);
        expect(await failure(insert('t', { code: 'a' }))).toMatchObject({ kind: 'unique', columns: ['code'] });
        await execute(engine().dialect.ddl.alter(await found('t'), plain));
        await insert('t', { code: 'a' });
        const again = engine().dialect.ddl.alter(await found('t'), unique);
        expect(await failure(execute(again))).toMatchObject({ kind: 'unique' });
      });

      it('creates and drops tables of any name', async () => {
        for (const odd of ['a "b" `c`', 'ünï', 'select', "it's"]) {
          await create(table(odd, [id, column('order', 'INT')]));
          await insert(odd, { order: 1 });
          expect(await read(select(odd, [at('order', 'integer')]))).toEqual([[1]]);
          await execute(engine().dialect.ddl.drop(odd));
        }
        expect(await tables()).toEqual([]);
      });
    });

    describe('statements', () => {
      const people = table('people', [
        id,
        column('name', 'VARCHAR(100)', { unique: true }),
        column('age', 'INT'),
        column('big', 'BIGINT'),
        column('wide', 'DECIMAL(60,30)'),
        column('boss', 'INT unsigned'),
      ]);
      const wide = '123456789012345678901234567890.123456789012345678901234567891';
      const rows: readonly Readonly<Record<string, Stored>>[] = [
        { name: 'anna', age: 30, big: 9007199254740993n, wide, boss: null },
        { name: 'Anna', age: 20, big: 9007199254740992n, wide: '1.5', boss: 1 },
        { name: 'Ánna', age: null, big: -9223372036854775807n, wide: '-0.000001', boss: 1 },
        { name: 'bob 😀', age: 40, big: null, wide: null, boss: 2 },
        { name: 'Éva', age: 50, big: 5, wide: '1.50', boss: 3 },
        { name: '100%_!', age: 60, big: 6, wide: '2', boss: 3 },
      ];
      const nameIs = (sign: '=' | '<>' | '<' | '<=' | '>' | '>=', text: string): Expression => ({
        type: 'compare',
        sign,
        left: at('name', 'text'),
        right: value(text, 'text'),
      });
      const like = (pattern: string, negated = false, isPlain = false): Expression => ({
        type: 'like',
        left: at('name', 'text'),
        pattern: value(pattern, 'text'),
        negated,
        isPlain,
      });

      beforeEach(async () => {
        await create(people);
        for (const [index, row] of rows.entries())
          expect((await insert('people', row, 'id')).keys.map(Number)).toEqual([index + 1]);
      });

      it('compares texts exactly', async () => {
        expect(await where('people', nameIs('=', 'anna'))).toEqual([1]);
        expect(await where('people', nameIs('=', 'anna '))).toEqual([]);
        expect(await where('people', nameIs('=', 'Anna'))).toEqual([2]);
        expect(await where('people', nameIs('=', 'bob 😀'))).toEqual([4]);
        expect(await where('people', nameIs('<>', 'anna'))).toEqual([2, 3, 4, 5, 6]);
      });

      it.each([
        ['any wildcards', false],
        ['no wildcard for one character', true],
      ])('ignores ASCII case alone in LIKE with %s', async (_, isPlain) => {
        expect(await where('people', like('%NN%', false, isPlain))).toEqual([1, 2, 3]);
        expect(await where('people', like('anna', false, isPlain))).toEqual([1, 2]);
        expect(await where('people', like('ánna', false, isPlain))).toEqual([]);
        expect(await where('people', like('ÉVA', false, isPlain))).toEqual([5]);
        expect(await where('people', like('éva', false, isPlain))).toEqual([]);
        expect(await where('people', like('%\u{1F600}', false, isPlain))).toEqual([4]);
        expect(await where('people', like('%\u{1F601}', false, isPlain))).toEqual([]);
        expect(await where('people', like('100!%!_!!', false, isPlain))).toEqual([6]);
        expect(await where('people', like('%a%', true, isPlain))).toEqual([4, 6]);
      });

      it('treats a character of several bytes as one in LIKE', async () => {
        expect(await where('people', like('_va'))).toEqual([5]);
        expect(await where('people', like('bob _'))).toEqual([4]);
      });

      it('distinguishes all characters in LIKE, except for the case of ASCII letters', async () => {
        const characters = Array.from({ length: 0x800 }, (_, code) => String.fromCodePoint(code)).slice(1);
        const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
        for (let at = 0; at < characters.length; at += 200)
          await Promise.all(characters.slice(at, at + 200).map((name) => insert('people', { ...rows[0], name }, 'id')));
        const names = (await read(select('people', [at('name', 'text')]))).map(([name]) => String(name));
        for (const sought of [
          'a',
          'Z',
          'é',
          'Ö',
          'ß',
          'Σ',
          'ς',
          'א',
          '\u05D7',
          '\u07F7',
          '\u07FF',
          '\u00D7',
          '\u00F7',
        ]) {
          const where = like(`%${sought}%`, false, true);
          const found = await read(select('people', [at('name', 'text')], { where }));
          const expected = names.filter((name) => folded(name).includes(folded(sought)));
          expect(found.map(([name]) => String(name)).sort()).toEqual(expected.sort());
        }
      });

      it('searches numbers as texts', async () => {
        const digits: Expression = {
          type: 'like',
          left: at('age', 'integer'),
          pattern: value('%0', 'text'),
          negated: false,
        };
        expect(await where('people', digits)).toEqual([1, 2, 4, 5, 6]);
      });

      it('supports 64-bit integers', async () => {
        const same = (number: Stored): Expression => ({
          type: 'compare',
          sign: '=',
          left: at('big', 'bigint'),
          right: value(number, 'bigint'),
        });
        expect(await where('people', same(9007199254740993n))).toEqual([1]);
        expect(await where('people', same(9007199254740992n))).toEqual([2]);
        const all = await read(select('people', [at('big', 'bigint')], { where: same(-9223372036854775807n) }));
        expect(all).toEqual([['-9223372036854775807']]);
      });

      it('supports decimals of thirty digits', async () => {
        const compare = (sign: '=' | '>', text: string): Expression => ({
          type: 'compare',
          sign,
          left: at('wide', 'decimal'),
          right: value(text, 'decimal'),
        });
        expect(await where('people', compare('=', wide))).toEqual([1]);
        expect(await where('people', compare('=', wide.replace(/1$/, '2')))).toEqual([]);
        expect(await where('people', compare('=', '1.5'))).toEqual([2, 5]);
        expect(await where('people', compare('>', '1e1'))).toEqual([1]);
        const [row] = await read(select('people', [at('wide', 'decimal')], { where: nameIs('=', 'anna') }));
        expect(String(row?.[0])).toBe(wide);
      });

      it('runs every expression', async () => {
        const age: Expression = { type: 'null', of: at('age', 'integer'), negated: false };
        const inList = (negated: boolean): Expression => ({
          type: 'in',
          left: at('age', 'integer'),
          of: [value(20, 'integer'), value(30, 'integer')],
          negated,
        });
        expect(await where('people', age)).toEqual([3]);
        expect(await where('people', { ...age, negated: true } as Expression)).toEqual([1, 2, 4, 5, 6]);
        expect(await where('people', inList(false))).toEqual([1, 2]);
        expect(await where('people', inList(true))).toEqual([4, 5, 6]);
        expect(await where('people', { type: 'or', of: [age, inList(false)] })).toEqual([1, 2, 3]);
        expect(await where('people', { type: 'and', of: [inList(false), nameIs('=', 'anna')] })).toEqual([1]);
        expect(await where('people', { type: 'not', of: inList(false) })).toEqual([4, 5, 6]);
        expect(await where('people', { type: 'constant', value: false })).toEqual([]);
        expect(await where('people', { type: 'constant', value: true })).toHaveLength(6);
      });

      it('joins rows of tables', async () => {
        const minions = (columns: readonly Expression[]): Select => ({
          ...select('people', columns),
          alias: 't1',
          where: { type: 'compare', sign: '=', left: at('boss', 'integer', 't1'), right: at('id', 'integer') },
        });
        expect(await where('people', { type: 'exists', select: minions([]) })).toEqual([1, 2, 3]);
        expect(await where('people', { type: 'not', of: { type: 'exists', select: minions([]) } })).toEqual([4, 5, 6]);
        const two: Expression = {
          type: 'compare',
          sign: '>=',
          left: { type: 'scalar', select: minions([{ type: 'count' }]) },
          right: value(2, 'integer'),
        };
        expect(await where('people', two)).toEqual([1, 3]);
        const bosses: Select = { ...select('people', [at('boss', 'integer', 't1')]), alias: 't1' };
        expect(await where('people', { type: 'inSelect', left: at('id', 'integer'), select: bosses })).toEqual([
          1, 2, 3,
        ]);
      });

      it('accepts any number of keys as one parameter', async () => {
        const inKeys = (own: string, kind: Kind): Expression => ({ type: 'inKeys', left: at(own, kind), kind });
        expect(await where('people', inKeys('id', 'integer'), { keys: [2, 3, 99] })).toEqual([2, 3]);
        expect(await where('people', inKeys('name', 'text'), { keys: ['anna', 'bob 😀', 'éva'] })).toEqual([1, 4]);
        expect(await where('people', inKeys('big', 'bigint'), { keys: ['9007199254740993'] })).toEqual([1]);
        expect(await where('people', inKeys('id', 'integer'), { keys: [] })).toEqual([]);
        const many = Array.from({ length: 5000 }, (_, index) => index);
        expect(await where('people', inKeys('id', 'integer'), { keys: many })).toHaveLength(6);
      });

      it('hides values and groups rows', async () => {
        const shown: Expression = { type: 'when', condition: nameIs('=', 'anna'), value: at('big', 'bigint') };
        const order: Order[] = [{ by: at('id', 'integer'), descending: false, nulls: null, text: false }];
        expect(await read(select('people', [shown], { order, limit: 2 }))).toEqual([['9007199254740993'], [null]]);
        const counts = await read(
          select('people', [at('boss', 'integer'), { type: 'count' }], {
            group: [at('boss', 'integer')],
            order: [{ by: at('boss', 'integer'), descending: false, nulls: 'last', text: false }],
          }),
        );
        expect(counts.map((row) => row.map((cell) => (cell === null ? null : Number(cell))))).toEqual([
          [1, 2],
          [2, 1],
          [3, 2],
          [null, 1],
        ]);
      });

      it('sorts without ASCII case first, then by code point', async () => {
        for (const [index, text] of ['b', 'B', 'a', 'z', 'ä', 'Ä', 'Z'].entries())
          await insert('people', { name: text, age: 100 + index });
        const sorted = async (descending: boolean): Promise<unknown[]> => {
          const order: Order[] = [{ by: at('name', 'text'), descending, nulls: null, text: true }];
          const more: Expression = {
            type: 'compare',
            sign: '>=',
            left: at('age', 'integer'),
            right: value(100, 'integer'),
          };
          return (await read(select('people', [at('name', 'text')], { order, where: more }))).map(([text]) => text);
        };
        expect(await sorted(false)).toEqual(['a', 'B', 'b', 'Z', 'z', 'Ä', 'ä']);
        expect(await sorted(true)).toEqual(['ä', 'Ä', 'z', 'Z', 'b', 'B', 'a']);
      });

      it('sorts hidden texts, whose terms have parameters', async () => {
        const by: Expression = { type: 'when', condition: nameIs('<>', 'anna'), value: at('name', 'text') };
        const order: Order[] = [{ by, descending: false, nulls: 'last', text: true }];
        const names = await read(select('people', [at('name', 'text')], { order, limit: 10 }));
        expect(names.map(([text]) => text)).toEqual(['100%_!', 'Anna', 'bob 😀', 'Ánna', 'Éva', 'anna']);
      });

      it('puts nulls first and last', async () => {
        const by = async (descending: boolean, nulls: 'last' | null): Promise<unknown[]> => {
          const order: Order[] = [{ by: at('age', 'integer'), descending, nulls, text: false }];
          return (await read(select('people', [at('age', 'integer')], { order }))).map(([age]) => age);
        };
        expect(await by(false, null)).toEqual([null, 20, 30, 40, 50, 60]);
        expect(await by(true, null)).toEqual([60, 50, 40, 30, 20, null]);
        expect(await by(false, 'last')).toEqual([20, 30, 40, 50, 60, null]);
        expect(await by(true, 'last')).toEqual([60, 50, 40, 30, 20, null]);
      });

      describe('with long texts', { timeout: 60_000 }, () => {
        const LONG = 21;
        const bodies = select('long', [at('id', 'integer'), at('body', 'text')], {
          order: [{ by: at('id', 'integer'), descending: false, nulls: null, text: false }],
        });
        const differing = (from: string): Select => ({
          ...bodies,
          where: { type: 'compare', sign: '<>', left: at('body', 'text'), right: value(from, 'text') },
        });
        const shortParameter = differing('short');
        /** Engines that run in the server's thread move statements with such parameters to another process. */
        const longParameter = differing('x'.repeat(9_000));
        const printed = (what: Select): Statement => bind(engine().dialect.printer.select(what), NO_BINDING);
        const fill = async (lengths: readonly number[]): Promise<void> => {
          await create(table('long', [id, column('body', 'LONGTEXT')]));
          for (const length of lengths) await insert('long', { body: 'x'.repeat(length) });
        };

        it.each([
          ['in the server', shortParameter],
          ['in another process', longParameter],
        ])('fails instead of keeping them all in memory, %s', async (_, what) => {
          await fill(Array(LONG).fill(4_000_000));
          for (let times = 0; times < 2; times++) {
            expect(await failure(read(what))).toEqual({ kind: 'tooLarge' });
            const few = await read({ ...what, limit: LONG / 3 });
            expect(few.map(([, body]) => String(body).length)).toEqual(Array(LONG / 3).fill(4_000_000));
          }
          const inTransaction = engine().database.transaction(async (connection) => {
            await connection.all(printed(what));
          });
          expect(await failure(inTransaction)).toEqual({ kind: 'tooLarge' });
        });

        it.each([
          ['in the server', shortParameter],
          ['in another process', longParameter],
        ])('streams them a few at a time, %s', async (_, what) => {
          const lengths = [...Array(100).fill(10), ...Array(LONG).fill(4_000_000), ...Array(100).fill(10)];
          await fill(lengths);
          const read: number[] = [];
          for await (const rows of engine().database.chunks(printed(what), 50)) {
            const held = rows.map(([, body]) => String(body).length);
            expect(held.length).toBeLessThanOrEqual(50);
            expect(held.reduce((sum, length) => sum + length)).toBeLessThan(9_000_000);
            read.push(...held);
          }
          expect(read).toEqual(lengths);
        });

        it('can stop in the middle of a stream, and reads what is asked for next', async () => {
          await fill(Array(LONG).fill(4_000_000));
          for (let times = 0; times < TIMES; times++) {
            for await (const rows of engine().database.chunks(printed(bodies), 50)) {
              expect(rows.length).toBeGreaterThan(0);
              break;
            }
            expect((await read({ ...bodies, limit: 1 })).map(([id]) => id)).toEqual([1]);
          }
        });
      });

      it('pages', async () => {
        const order: Order[] = [{ by: at('id', 'integer'), descending: false, nulls: null, text: false }];
        const page = (more: Partial<Select>): Promise<Row[]> =>
          read(select('people', [at('id', 'integer')], { order, ...more }));
        expect(await page({ limit: 2, offset: () => 1 })).toEqual([[2], [3]]);
        expect(await page({ offset: () => 4 })).toEqual([[5], [6]]);
        const randomly: Order = { by: { type: 'random' }, descending: false, nulls: 'none', text: false };
        expect(await read(select('people', [at('id', 'integer')], { order: [randomly] }))).toHaveLength(6);
      });

      it('updates and deletes', async () => {
        const { printer } = engine().dialect;
        const one = { ...nameIs('=', 'anna'), left: at('name', 'text', '') } as Expression;
        const update = printer.update({ table: 'people', columns: ['age', 'name'], where: one });
        const { parameters } = bind(update, NO_BINDING);
        const changed = await engine().database.run({ text: update.text, parameters: [31, 'Anne', ...parameters] });
        expect(changed.changes).toBe(1);
        expect(await where('people', nameIs('=', 'Anne'))).toEqual([1]);
        const gone = printer.delete({ table: 'people', where: { ...one, right: value('Anne', 'text') } as Expression });
        expect((await engine().database.run(bind(gone, NO_BINDING))).changes).toBe(1);
        expect(await where('people', { type: 'constant', value: true })).toEqual([2, 3, 4, 5, 6]);
      });

      it('rolls back after a failure', async () => {
        const text = engine().dialect.printer.insert({ table: 'people', columns: ['name'] }, null);
        const work = engine().database.transaction(async (connection) => {
          await connection.run({ text, parameters: ['lost'] });
          throw new Error('on purpose');
        });
        await expect(work).rejects.toThrow('on purpose');
        expect(await where('people', nameIs('=', 'lost'))).toEqual([]);
        await insert('people', { name: 'kept' });
        expect(await where('people', nameIs('=', 'kept'))).toHaveLength(1);
      });

      it('shows a read what was written before it, even if that was not waited for', async () => {
        const { database, dialect } = engine();
        const older = dialect.printer.update({ table: 'people', columns: ['age'], where: null }).text;
        const ages = bind(dialect.printer.select(select('people', [at('age', 'integer')], { limit: 1 })), NO_BINDING);
        await database.transaction(async (connection) => {
          for (let age = 50; age < 50 + TIMES; age++) {
            await later(connection, { text: older, parameters: [7] });
            await later(connection, { text: older, parameters: [age] });
            expect(await connection.all(ages)).toEqual([[age]]);
          }
          for (let count = 0; count < 25; count++) await later(connection, { text: older, parameters: [count] });
        });
        expect(await database.all(ages)).toEqual([[24]]);
      });

      it('fails with the refusal of a statement that was not waited for, and leaves nothing', async () => {
        const { database, dialect } = engine();
        const text = dialect.printer.insert({ table: 'people', columns: ['name'] }, null);
        const named = (name: string): Statement => ({ text, parameters: [name] });
        const everybody = bind(dialect.printer.select(select('people', [at('id', 'integer')])), NO_BINDING);
        const followers: readonly ((connection: Connection) => Promise<unknown>)[] = [
          async () => undefined,
          async (connection) => connection.all(everybody),
          (connection) => connection.run(named('after')),
          (connection) => later(connection, named('after')),
          (connection) => later(connection, named('x'.repeat(300))),
        ];
        const before = await database.all(everybody);
        for (let time = 0; time < TIMES; time++)
          for (const follow of followers) {
            const work = database.transaction(async (connection) => {
              await later(connection, named('before'));
              await later(connection, named('anna'));
              await follow(connection);
            });
            await expect(work).rejects.toThrow('refused anna');
            expect(await database.all(everybody)).toEqual(before);
          }
      });

      it('leaves nothing of a statement that was not waited for when something else fails', async () => {
        const { database, dialect } = engine();
        const text = dialect.printer.insert({ table: 'people', columns: ['age', 'name'] }, null);
        for (let time = 0; time < TIMES; time++) {
          const work = database.transaction(async (connection) => {
            for (let count = 0; count < 5; count++) await later(connection, { text, parameters: [9, `lost ${count}`] });
            await new Promise((done) => setImmediate(done));
            throw new Error('on purpose');
          });
          await expect(work).rejects.toThrow('on purpose');
          await database.transaction((connection) => connection.run({ text, parameters: [9, `kept ${time}`] }));
          const kept = { type: 'compare', sign: '=', left: at('age', 'integer'), right: value(9, 'integer') } as const;
          expect(await where('people', kept)).toHaveLength(time + 1);
        }
      });

      it('inserts a row, and one that refers to it', async () => {
        const { database, dialect } = engine();
        await create(table('copies', [id, column('person', 'INT'), column('word', 'VARCHAR', { arguments: '80' })]));
        const texts = dialect.printer.insertTied({ table: 'people', columns: ['name', 'age'] }, 'id', {
          table: 'copies',
          columns: ['person', 'word'],
        });
        const copies = select('copies', [at('person', 'integer'), at('word', 'text')], { limit: 1 });
        for (let time = 0; time < TIMES; time++) {
          const name = `tied ${time}`;
          const parameters = texts.length === 1 ? [[name, 40, 'copied']] : [[name, 40], ['copied']];
          await database.transaction(async (connection) => {
            for (const [index, given] of parameters.entries())
              await later(connection, { text: texts[index] ?? '', parameters: given });
          });
          const [key] = await where('people', nameIs('=', name));
          expect(await read(copies)).toEqual([[key, 'copied']]);
          await database.run({ text: 'DELETE FROM copies', parameters: [] });
        }
      });

      it('returns the keys of all rows of an insert, in order', async () => {
        const names = ['three', 'one', 'two'];
        const text = engine().dialect.printer.insert({ table: 'people', columns: ['name'], rows: names.length }, 'id');
        const { changes, keys } = await engine().database.transaction((connection) =>
          connection.run({ text, parameters: names }),
        );
        expect(changes).toBe(names.length);
        for (const [index, name] of names.entries())
          expect(await where('people', nameIs('=', name))).toEqual([keys[index]]);
      });

      it('runs transactions with the same key one after the other', async () => {
        await insert('people', { name: 'counter', age: 0 });
        const { printer } = engine().dialect;
        const ages = bind(
          printer.select(select('people', [at('age', 'integer')], { where: nameIs('=', 'counter') })),
          NO_BINDING,
        );
        const counter = { ...nameIs('=', 'counter'), left: at('name', 'text', '') } as Expression;
        const set = printer.update({ table: 'people', columns: ['age'], where: counter });
        const increment = (): Promise<unknown> =>
          engine().database.transaction(
            async (connection) => {
              const [row] = await connection.all(ages);
              const { parameters } = bind(set, NO_BINDING);
              await connection.run({ text: set.text, parameters: [Number(row?.[0]) + 1, ...parameters] });
            },
            { lock: { lockKey: 'people/counter' } },
          );
        await Promise.all(Array.from({ length: 20 }, increment));
        expect(await engine().database.all(ages)).toEqual([[20]]);
      });

      it('runs transactions with different keys concurrently', async () => {
        const insertion = engine().dialect.printer.insert({ table: 'people', columns: ['name'] }, null);
        for (const [at, claims] of [
          [null, 'people/a'],
          ['people/a', 'people/b'],
          [null, null],
        ].entries()) {
          const meeting = new Meeting(2);
          const together = claims.map((claim, index) =>
            engine().database.transaction(
              async (connection) => {
                await connection.run({ text: insertion, parameters: [`guest ${at}.${index}`] });
                await meeting.joined();
              },
              { lock: { lockKey: claim } },
            ),
          );
          await Promise.all(together);
        }
        expect(await where('people', nameIs('=', 'guest 2.1'))).toHaveLength(1);
      });

      it('runs nothing concurrently with an exclusive transaction', async () => {
        const running = new Set<string>();
        const seen: string[] = [];
        const step = (name: string) => async (): Promise<void> => {
          running.add(name);
          await new Promise((done) => setTimeout(done, 5));
          if (name.startsWith('alone')) seen.push(...running);
          running.delete(name);
        };
        const { database } = engine();
        await Promise.all(
          ['a', 'alone 1', 'b', 'c', 'alone 2', 'd'].map((name) =>
            name.startsWith('alone')
              ? database.transaction(step(name))
              : database.transaction(step(name), { lock: { lockKey: name } }),
          ),
        );
        expect(seen).toEqual(['alone 1', 'alone 2']);
      });

      it('classifies failures', async () => {
        expect(await failure(insert('people', { name: 'anna' }))).toMatchObject({ kind: 'unique', columns: ['name'] });
        expect(await failure(insert('people', { id: 1, name: 'x' }))).toMatchObject({
          kind: 'unique',
          columns: ['id'],
        });
        await create(table('strict', [id, column('needed', 'INT', { nullable: false })]));
        expect(await failure(insert('strict', { needed: null }))).toEqual({ kind: 'notNull', column: 'needed' });
        expect(await failure(insert('nowhere', { a: 1 }))).toEqual({ kind: 'schema' });
        expect(await failure(insert('people', { nothing: 1 }))).toEqual({ kind: 'schema' });
        expect(engine().dialect.classify(new Error('of somebody else'))).toBeNull();
      });

      it('drops tables that refer to each other, with the views that read them', async () => {
        const { database, dialect } = engine();
        const run = (text: string) => database.run({ text, parameters: [] });
        await run('CREATE TABLE eggs (id INT PRIMARY KEY, hen INT)');
        await run('CREATE TABLE hens (id INT PRIMARY KEY, egg INT REFERENCES eggs (id))');
        if (!dialect.capabilities.embedded) {
          await run('ALTER TABLE hens ADD CONSTRAINT from_egg FOREIGN KEY (egg) REFERENCES eggs (id)');
          await run('ALTER TABLE eggs ADD CONSTRAINT of_hen FOREIGN KEY (hen) REFERENCES hens (id)');
        }
        await run('CREATE VIEW laid AS SELECT id, hen FROM eggs');
        await run('CREATE VIEW brooding AS SELECT hens.id FROM hens JOIN laid ON laid.hen = hens.id');
        await run('CREATE VIEW one AS SELECT 1 AS id');
        const names = (await tables()).map(({ name }) => name);
        await database.transaction((connection) => dialect.dropTables(connection, names));
        expect(await tables()).toEqual([]);
        const look = async (view: string) => database.all({ text: `SELECT id FROM ${view}`, parameters: [] });
        for (const view of ['laid', 'brooding', 'one']) await expect(look(view), view).rejects.toThrow();
      });

      it('does not report its own changes', async () => {
        await engine().database.changedByOthers();
        await insert('people', { name: 'own' });
        expect(await engine().database.changedByOthers()).toBe(false);
      });
    });
  });
}
