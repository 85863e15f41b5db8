import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reader } from '../../../../src/dialects/dialect.ts';
import { ddl } from '../../../../src/dialects/sqlite/ddl.ts';
import { introspect } from '../../../../src/dialects/sqlite/introspect.ts';
import type { Column, Table } from '../../../../src/schema/column.ts';
import { columnOf, tableOf } from '../../../golden/table-line.ts';

let database: InstanceType<typeof DatabaseSync>;

beforeEach(() => {
  database = new DatabaseSync(':memory:');
});
afterEach(() => database.close());

const reader: Reader = {
  all: async ({ text }) => {
    const statement = database.prepare(text);
    statement.setReturnArrays(true);
    return statement.all() as unknown as Awaited<ReturnType<Reader['all']>>;
  },
};

function carryOut(statements: readonly string[]): void {
  for (const text of statements) database.exec(text);
}

async function tableRead(): Promise<Table> {
  const table = (await introspect(reader)).find(({ name }) => name === 't');
  if (!table) throw new Error('there is no table');
  return table;
}

const changed = (table: Table, change: Partial<Column>): Table => ({
  ...table,
  columns: table.columns.map((column) => (column.primaryKey ? column : { ...column, ...change })),
});

describe('a table that was created', () => {
  it.each([
    'id INT unsigned key auto | a INT',
    'id BIGINT key auto | a INT null',
    'code CHAR(2) key | a TINYINT unsigned | b MEDIUMINT | c YEAR | d BOOL',
    'a DECIMAL(10,2) default=0.50 | b DOUBLE PRECISION | c FLOAT(7,3) | d NUMERIC(8,3)',
    "a ENUM('print','it''s','a~b','say \"no\"') default=print | b SET('x','y')",
    'a DATE | b TIME | c DATETIME default=CURRENT_TIMESTAMP | d TIMESTAMP default="2020-02-29 23:30:00"',
    'a BINARY(16) | b VARBINARY(255) | c LONGBLOB | d BIT | e UUID | f JSON | g LONGTEXT',
    'a VARCHAR(20) default="it\'s" | b VARCHAR(20) default="" null | c TEXT default="NULL" | d VARCHAR(9) default="1"',
    'a INT key | b INT key | c INT unique | d INT null | unique (c, d) | unique (d, a)',
    'The␣first INT unique | a"b INT | unique (The␣first, a"b)',
  ])('reads back: %s', async (text) => {
    const table = tableOf('t', text.replaceAll('unique (The␣first', 'unique (The first'));
    carryOut(ddl.create(table));
    expect(await tableRead()).toEqual(table);
  });

  it('reads back with its indexes', async () => {
    carryOut(ddl.create(tableOf('t', 'id INT key auto | a INT | b INT | index (a) | index (b, a)')));
    const { indexes = [] } = await tableRead();
    expect(indexes.map(({ columns, plain }) => [columns, plain])).toEqual([
      [['a'], true],
      [['b', 'a'], true],
    ]);
  });
});

describe('uniqueness that Octavo did not make', () => {
  it.each([
    ['a constraint of the column', ['CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT UNIQUE)']],
    ['a constraint of the table', ['CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, UNIQUE (a))']],
    ['an index', ['CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)', 'CREATE UNIQUE INDEX mine ON t (a)']],
  ])('is removed: %s', async (_what, made) => {
    carryOut([...made, "INSERT INTO t (a) VALUES ('x')", 'CREATE TABLE u (id INTEGER PRIMARY KEY AUTOINCREMENT)']);
    const table = await tableRead();
    expect(table.columns.map(({ unique }) => unique)).toEqual([false, true]);
    carryOut(ddl.alter(table, changed(table, { unique: false })));
    carryOut(["INSERT INTO t (a) VALUES ('x')"]);
    expect((await tableRead()).columns.map(({ unique }) => unique)).toEqual([false, false]);
  });
});

describe('a rebuilt table', () => {
  beforeEach(() => carryOut(ddl.create(tableOf('t', 'id INT key auto | a INT | b INT null unique | index (a)'))));

  it('keeps its rows, its indexes and its order', async () => {
    carryOut(['INSERT INTO t (a, b) VALUES (1, 2), (3, 4)']);
    const table = await tableRead();
    carryOut(ddl.alter(table, changed(table, { datatype: 'VARCHAR', arguments: '20' })));
    expect(database.prepare('SELECT id, a, b FROM t').all()).toMatchObject([
      { id: 1, a: '1', b: '2' },
      { id: 2, a: '3', b: '4' },
    ]);
    const { columns, indexes } = await tableRead();
    expect(columns.map(({ name, unique }) => `${name} ${unique}`)).toEqual(['id false', 'a false', 'b true']);
    expect(indexes).toMatchObject([{ columns: ['a'] }]);
  });

  it('reuses no key, even if all rows are gone', async () => {
    carryOut(['INSERT INTO t (a, b) VALUES (1, 2), (3, 4)', 'DELETE FROM t']);
    const table = await tableRead();
    carryOut([...ddl.alter(table, changed(table, { datatype: 'BIGINT' })), 'INSERT INTO t (a) VALUES (1)']);
    expect(database.prepare('SELECT id FROM t').all()).toMatchObject([{ id: 3 }]);
  });

  it('has the key that a column became', async () => {
    carryOut([
      'DROP TABLE t',
      ...ddl.create(tableOf('t', 'a INT | b INT null')),
      ...ddl.create(tableOf('u', 'id INT key auto')),
    ]);
    const table = await tableRead();
    const columns = table.columns.map((column) => (column.name === 'a' ? { ...column, primaryKey: true } : column));
    carryOut(ddl.alter(table, { ...table, columns }));
    expect((await tableRead()).columns.map(({ primaryKey }) => primaryKey)).toEqual([true, false]);
  });

  it('counts from a given number', () => {
    carryOut([...ddl.count('t', 'id', 42n), 'INSERT INTO t (a) VALUES (1)']);
    expect(database.prepare('SELECT id FROM t').all()).toMatchObject([{ id: 42 }]);
  });

  it('accepts a column with the words of a definition in its default', async () => {
    const table = await tableRead();
    const column = columnOf('c VARCHAR(90) default="x\') NOT NULL; DROP TABLE t; --"');
    carryOut([...ddl.alter(table, { ...table, columns: [...table.columns, column] }), 'INSERT INTO t (a) VALUES (1)']);
    expect(database.prepare('SELECT c FROM t').all()).toMatchObject([{ c: "x') NOT NULL; DROP TABLE t; --" }]);
  });
});
