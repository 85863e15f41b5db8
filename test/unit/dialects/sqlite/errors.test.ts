import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { classify } from '../../../../src/dialects/sqlite/errors.ts';
import { queueTimeout } from '../../../../src/dialects/sqlite/read-process/read-process.ts';

const database = new DatabaseSync(':memory:');
database.exec(`CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL, "b.c" TEXT UNIQUE, d INT, e INT, UNIQUE (d, e));
  CREATE TABLE "u.v" (code TEXT PRIMARY KEY, at TEXT NOT NULL);
  INSERT INTO t VALUES (1, 'x', 'x', 1, 1); INSERT INTO "u.v" VALUES ('x', 'x')`);
afterAll(() => database.close());

function failureOf(sql: string, ...parameters: unknown[]): unknown {
  try {
    database.prepare(sql).run(...(parameters as never[]));
  } catch (error) {
    return classify(error);
  }
  return 'no failure';
}

describe('a failure of SQLite', () => {
  it.each([
    ["INSERT INTO t VALUES (1, 'y', 'y', 2, 2)", { kind: 'unique', columns: ['id'] }],
    ["INSERT INTO t VALUES (2, 'y', 'y', 1, 1)", { kind: 'unique', columns: ['d', 'e'] }],
    ["INSERT INTO t VALUES (2, 'y', 'x', 2, 2)", { kind: 'unique', columns: ['c'] }],
    [`INSERT INTO "u.v" VALUES ('x', 'y')`, { kind: 'unique', columns: ['code'] }],
    ['UPDATE t SET a = NULL WHERE id = 1', { kind: 'notNull', column: 'a' }],
    ['INSERT INTO t (id) VALUES (3)', { kind: 'notNull', column: 'a' }],
    [`INSERT INTO "u.v" (code) VALUES ('z')`, { kind: 'notNull', column: 'at' }],
    ['SELECT * FROM nowhere', { kind: 'schema' }],
    ['SELECT absent FROM t', { kind: 'schema' }],
    ['INSERT INTO t (absent) VALUES (1)', { kind: 'schema' }],
    ['CREATE TABLE t (id)', { kind: 'schema' }],
    ['ALTER TABLE t ADD COLUMN d INT', { kind: 'schema' }],
    ['SELEKT 1', null],
    ['DELETE FROM t WHERE id = 99', 'no failure'],
  ])('%s: %j', (sql, wanted) => {
    expect(failureOf(sql)).toEqual(wanted);
  });

  it('about a number beyond 64 bits is an invalid value', () => {
    expect(failureOf('SELECT ?', 2n ** 64n)).toEqual({ kind: 'value' });
  });

  const coded = (errcode: number, message = 'disk'): Error => Object.assign(new Error(message), { errcode });
  it.each([
    [5, 'busy'],
    [517, 'busy'],
    [6, 'busy'],
    [7, 'unreachable'],
    [8, 'readOnly'],
    [1032, 'readOnly'],
    [10, 'unreachable'],
    [778, 'unreachable'],
    [11, 'unreachable'],
    [13, 'full'],
    [14, 'unreachable'],
    [26, 'unreachable'],
  ])('with the result code %i is %s', (code, kind) => {
    expect(classify(coded(code))).toEqual({ kind });
  });

  it('is none if it says nothing about the database', () => {
    expect(classify(coded(1))).toBeNull();
    expect(classify(new Error('else'))).toBeNull();
    expect(classify(new TypeError('x is not a function'))).toBeNull();
    for (const thrown of [null, undefined, 'no such table: t', { errcode: 5 }]) expect(classify(thrown)).toBeNull();
  });

  it('about a reader that waited or ended is late or busy', () => {
    expect(classify(queueTimeout())).toEqual({ kind: 'late' });
    expect(classify(Object.assign(new Error('x'), { code: 'READER_GONE' }))).toEqual({ kind: 'busy' });
  });
});
