import { describe, expect, it } from 'vitest';
import type { Table } from '../../../src/schema/column.ts';
import {
  indexedFor,
  isIndexable,
  isIndexed,
  isOctavoIndex,
  octavoIndex,
  tidied,
  unindexedFor,
} from '../../../src/schema/table-index.ts';
import { columnOf, tableOf } from '../../golden/table-line.ts';

const many = (collection_many: string, field_many: string) => ({ collection_many, field_many });
const indexed = (table: Table): string[] => (table.indexes ?? []).map(({ columns }) => columns.join(','));

describe('the name of an index', () => {
  it('is legible, fits every engine, and is the same each time', () => {
    expect(octavoIndex('books', ['writer']).name).toMatch(/^octavo_idx_books_writer_[0-9a-f]{10}$/);
    expect(octavoIndex('books', ['writer'])).toEqual(octavoIndex('books', ['writer']));
    expect(octavoIndex('B'.repeat(64), ['ü'.repeat(64)]).name).toMatch(/^octavo_idx_b{30}_[0-9a-f]{10}$/);
    expect(octavoIndex('日本', ['名前']).name).toMatch(/^octavo_idx___?[0-9a-f]{10}$/);
  });

  it('differs if table or columns do, however similar they are', () => {
    const all = [
      octavoIndex('a', ['b']),
      octavoIndex('A', ['b']),
      octavoIndex('a', ['b', 'c']),
      octavoIndex('a', ['b_c']),
      octavoIndex('a_b', ['c']),
      octavoIndex('a', ['c', 'b']),
    ];
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(all.every(isOctavoIndex)).toBe(true);
    expect(isOctavoIndex({ name: 'idx_octavo_', columns: [], plain: true })).toBe(false);
  });
});

describe('every engine can index', () => {
  it.each([
    ['INT', true],
    ['BIGINT unsigned', true],
    ['UUID', true],
    ['CHAR(255)', true],
    ['VARCHAR(600)', true],
    ['VARCHAR(601)', false],
    ['VARCHAR', false],
    ['TEXT', false],
    ['BLOB', false],
    ['DECIMAL(10,2)', true],
    ['DATETIME', true],
    ["ENUM('a')", true],
    [`SET('${'a'.repeat(600)}')`, false],
    ['JSON', false],
  ])('%s: %s', (declaration, wanted) => {
    expect(isIndexable([columnOf(`x ${declaration}`)])).toBe(wanted);
  });

  it('several columns whose texts together are short enough', () => {
    const pair = (one: number, other: number) => [columnOf(`x VARCHAR(${one})`), columnOf(`y VARCHAR(${other})`)];
    expect([pair(300, 300), pair(300, 301)].map(isIndexable)).toEqual([true, false]);
    expect(isIndexable([columnOf('x UUID'), columnOf('y VARCHAR(564)'), columnOf('z INT')])).toBe(true);
    expect(isIndexable([columnOf('x UUID'), columnOf('y VARCHAR(565)')])).toBe(false);
  });
});

describe('the foreign key of a relation', () => {
  it.each([
    ['gets an index', 'id INT key | a INT', ['a']],
    ['that is unique needs none', 'id INT key | a INT unique', []],
    ['that is the primary key needs none', 'a INT key', []],
    ['that begins the primary key needs none', 'a INT key | b INT key', []],
    ['that is second in the primary key gets one', 'b INT key | a INT key', ['a']],
    ['that begins what is unique needs none', 'a INT | b INT | unique (a, b)', []],
    ['that is second in what is unique gets one', 'a INT | b INT | unique (b, a)', ['a']],
    ['that begins an index of others needs none', 'a INT | b INT | index theirs (a, b)', ['a,b']],
    ['that is second in an index gets one', 'a INT | b INT | index theirs (b, a)', ['b,a', 'a']],
    ['that no engine can index has none', 'a TEXT', []],
    ['of another table matters not', 'b INT', []],
    ['gets an index where a table does not say which it has', 'a INT | indexes unknown', ['a']],
  ])('%s: %s', (_rule, text, wanted) => {
    const table = tableOf('books', text);
    const relations = [many('books', 'a'), many('lines', 'b')];
    expect(indexed(indexedFor(table, relations))).toEqual(wanted);
    expect(indexedFor(indexedFor(table, relations), relations)).toEqual(indexedFor(table, relations));
  });

  it('that gets none leaves the table the same object', () => {
    const table = tableOf('books', 'a INT unique');
    expect(indexedFor(table, [many('books', 'a')])).toBe(table);
    expect(unindexedFor(table, [many('books', 'a')])).toBe(table);
  });

  it('that two relations have gets one index', () => {
    expect(indexed(indexedFor(tableOf('books', 'a INT'), [many('books', 'a'), many('books', 'a')]))).toEqual(['a']);
  });

  it('loses its index with the relation, and no other one', () => {
    const table = tableOf('books', 'a INT | b INT | index (a) | index (b) | index theirs (a)');
    expect(indexed(unindexedFor(table, [many('books', 'a')]))).toEqual(['b', 'a']);
    expect(indexed(unindexedFor(table, [many('lines', 'a'), many('books', 'c')]))).toEqual(['a', 'b', 'a']);
  });
});

describe('rows can be found by a column without a scan', () => {
  it.each([
    ['a INT | index (a)', true],
    ['a INT unique', true],
    ['a INT key', true],
    ['b INT key | a INT key', false],
    ['a INT | b INT | index (b, a)', false],
    ['a INT', false],
    ['a TEXT', false],
    ['a TEXT unique', false],
    ['b INT unique', false],
  ])('%s: %s', (text, wanted) => {
    expect(isIndexed(tableOf('t', text), 'a')).toBe(wanted);
  });

  it('but not by a partial index', () => {
    const table = tableOf('t', 'a INT');
    expect(isIndexed({ ...table, indexes: [{ name: 'some', columns: ['a'], plain: false }] }, 'a')).toBe(false);
  });
});

describe('the indexes of a changed table', () => {
  it.each([
    ['stay', 'a INT | index (a)', ['a']],
    ['go with one of their columns', 'a INT | index (a) | index (a, b)', ['a']],
    ['of others go with their columns', 'a INT | index theirs (b)', []],
    ['go where their column became a long text', 'a TEXT | index (a)', []],
    ['of others stay on a long text', 'a TEXT | index theirs (a)', ['a']],
  ])('%s: %s', (_rule, text, wanted) => {
    expect(indexed(tidied(tableOf('t', text)))).toEqual(wanted);
  });

  it('remain unspecified if they are', () => {
    const table = tableOf('t', 'a INT | indexes unknown');
    expect(tidied(table)).toBe(table);
  });
});
