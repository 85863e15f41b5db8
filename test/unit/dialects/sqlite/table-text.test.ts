import { describe, expect, it } from 'vitest';
import { clausesIn, columnsNamed, readTableText } from '../../../../src/dialects/sqlite/table-text.ts';

const columnText = (definition: string) => {
  const [text] = readTableText(`CREATE TABLE t (${definition})`).columns.values();
  return text;
};

describe('a CREATE TABLE statement', () => {
  it.each([
    ['a', { type: '', generated: null, clauses: '' }],
    ['a INTEGER PRIMARY KEY', { type: 'INTEGER', clauses: '' }],
    [
      'a DECIMAL(10, 2) UNSIGNED NOT NULL ON CONFLICT FAIL DEFAULT -1.5',
      { type: 'DECIMAL(10, 2) UNSIGNED', clauses: '' },
    ],
    ["a TEXT DEFAULT 'CHECK (' CHECK (a <> ')') COLLATE NOCASE", { clauses: "CHECK (a <> ')') COLLATE NOCASE" }],
    ['a TEXT COLLATE NOCASE NOT NULL UNIQUE CHECK (a > 0)', { clauses: 'COLLATE NOCASE CHECK (a > 0)' }],
    ['a INT CONSTRAINT positive CHECK (a > 0) NULL', { type: 'INT', clauses: 'CONSTRAINT positive CHECK (a > 0)' }],
    [
      'a INT REFERENCES o (id) ON DELETE SET NULL ON UPDATE CASCADE NOT DEFERRABLE NOT NULL DEFAULT 1',
      { clauses: 'REFERENCES o (id) ON DELETE SET NULL ON UPDATE CASCADE NOT DEFERRABLE' },
    ],
    ['a INT REFERENCES o NOT NULL', { clauses: 'REFERENCES o' }],
    [
      'a INT GENERATED ALWAYS AS (b * 2) STORED NOT NULL',
      { type: 'INT', generated: 'GENERATED ALWAYS AS (b * 2) STORED' },
    ],
    ["a AS (b || ',') CHECK (a > 0)", { type: '', generated: "AS (b || ',')", clauses: 'CHECK (a > 0)' }],
    ["a BLOB DEFAULT x'00' CHECK (a) -- of bytes\n", { type: 'BLOB', clauses: 'CHECK (a)' }],
    ['a INT DEFAULT 0--NOT NULL\n CHECK (a > 0)/* of a */COLLATE NOCASE', { clauses: 'CHECK (a > 0) COLLATE NOCASE' }],
    ["a TEXT DEFAULT 'it''s CHECK' COLLATE RTRIM", { clauses: 'COLLATE RTRIM' }],
    ["a TEXT \"ENUM('a','b')\" DEFAULT NULL", { type: "TEXT \"ENUM('a','b')\"", clauses: '' }],
  ])('declares a column: %s', (definition, said) => {
    expect(columnText(definition)).toMatchObject(said);
  });

  it('names its columns, whatever their quotes', () => {
    const sql = 'CREATE TABLE "a(b" ("x""y" INT, [a b] INT, `c``d` INT, plain INT, \'e\' INT)';
    expect([...readTableText(sql).columns.keys()]).toEqual(['x"y', 'a b', 'c`d', 'plain', 'e']);
  });

  it('has constraints and options', () => {
    const sql = `CREATE TABLE t (a INT, /* the other, */ b INT, PRIMARY KEY (a), UNIQUE (b), CHECK (a < b),
      CONSTRAINT pair FOREIGN KEY (a, b) REFERENCES o (a, b), CONSTRAINT once UNIQUE (a, b)) STRICT, WITHOUT ROWID`;
    const { constraints, options } = readTableText(sql);
    expect(constraints).toEqual(['CHECK (a < b)', 'CONSTRAINT pair FOREIGN KEY (a, b) REFERENCES o (a, b)']);
    expect(options).toBe('STRICT, WITHOUT ROWID');
  });

  it.each(['CREATE VIRTUAL TABLE t USING fts5(a, b)', ''])('has no parts in %j', (sql) => {
    expect(readTableText(sql)).toEqual({ columns: new Map(), constraints: [], options: '' });
  });
});

it('separates clauses', () => {
  const text = 'CHECK (a > 0) CONSTRAINT c CHECK (a < 9) REFERENCES o (id) ON DELETE SET DEFAULT COLLATE NOCASE';
  expect(clausesIn(text)).toEqual([
    'CHECK (a > 0)',
    'CONSTRAINT c CHECK (a < 9)',
    'REFERENCES o (id) ON DELETE SET DEFAULT',
    'COLLATE NOCASE',
  ]);
  expect(clausesIn('')).toEqual([]);
});

it('finds columns that are named as words or in quotes', () => {
  expect(columnsNamed('CHECK (Height > "the width")', ['height', 'the width', 'width', 'eight'])).toEqual([
    'height',
    'the width',
    'width',
  ]);
});
