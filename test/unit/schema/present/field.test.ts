import { describe, expect, it } from 'vitest';
import type { Field, FieldRow } from '../../../../src/schema/field.ts';
import { chosenForm, fieldMap, listForm, singleForm } from '../../../../src/schema/present/field.ts';
import { buildSchema } from '../../../../src/schema/registry.ts';
import { collectionOf } from '../../../../src/schema/schema.ts';
import { FIELD_DEFAULTS } from '../../../../src/schema/system/system-table.ts';
import { tableOf } from '../../../golden/table-line.ts';

function fieldOf(column: string, row?: Partial<FieldRow>): Field {
  const table = tableOf('books', column === '' ? 'id INT key auto' : column);
  const rows = row
    ? [{ ...FIELD_DEFAULTS, id: 7, collection: 'books', field: 'x', ...row } as unknown as FieldRow]
    : [];
  const { collections } = buildSchema({ tables: [table], collections: [], fields: rows, relations: [] }, 1);
  const field = collections.get('books')?.byName.get('x');
  if (!field) throw new Error('there is no field x');
  return field;
}

describe('a field in a list', () => {
  it.each([
    ['x INT', { datatype: 'INT', length: '10', signed: true, type: 'integer', required: true }],
    ['x INT unsigned null', { length: '10', signed: false, required: false }],
    ['x INT unsigned key auto', { primary_key: true, auto_increment: true, required: true, unique: false }],
    ['x VARCHAR(20) unique null', { datatype: 'VARCHAR', length: '20', unique: true, type: 'string' }],
    ['x DECIMAL(5) null', { length: '5,0', type: 'decimal' }],
    ['x DOUBLE null', { length: '22,0' }],
    ["x ENUM('a','bcd') null", { length: '3' }],
    ["x SET('a','bcd') null", { length: '5' }],
    ['x TEXT null', { length: null }],
    ['x DATETIME default="2020-02-29 12:00:00"', { default_value: '2020-02-29T12:00:00+00:00', length: null }],
    ['x DATETIME default=CURRENT_TIMESTAMP', { default_value: 'CURRENT_TIMESTAMP' }],
    ['x VARCHAR(20) default="2020-02-29 12:00:00"', { default_value: '2020-02-29 12:00:00' }],
    ['x INT default=0', { default_value: '0' }],
    ['x INT comment="of a book"', { note: 'of a book' }],
    ['x TINYBLOB null', { type: null }],
    ['x INET null', { datatype: 'INET', type: null }],
    ['x INT', { id: null, interface: null, locked: null, options: null, readonly: false, width: null, sort: null }],
  ])('without a row shows its column: %s', (column, wanted) => {
    expect(listForm(fieldOf(column))).toMatchObject(wanted);
    expect(singleForm(fieldOf(column))).toEqual(listForm(fieldOf(column)));
  });

  it.each([
    [
      'what the column demands',
      'x INT null',
      { type: 'integer', required: true },
      { required: false },
      { required: true },
    ],
    ['the lock as a number', 'x INT', { type: 'integer', locked: true }, { locked: 1 }, { locked: true }],
    ['no lock as a number', 'x INT', { type: 'integer', locked: false }, { locked: 0 }, { locked: false }],
    ['the comment', 'x INT comment="c"', { type: 'integer', note: null }, { note: 'c' }, { note: null }],
    ['the note first', 'x INT comment="c"', { type: 'integer', note: 'n' }, { note: 'n' }, { note: 'n' }],
    ['empty options as none', 'x INT', { type: 'integer', options: {} }, { options: null }, { options: {} }],
    [
      'an empty list as none',
      'x INT',
      { type: 'integer', translation: [] },
      { translation: null },
      { translation: [] },
    ],
    ['options', 'x INT', { type: 'integer', options: { a: 1 } }, { options: { a: 1 } }, { options: { a: 1 } }],
    ['a type without a column in capitals', '', { type: 'o2m' }, { type: 'O2M', datatype: null }, { type: 'o2m' }],
    [
      'what a row without a column demands',
      '',
      { type: 'alias', required: true },
      { required: true },
      { required: true },
    ],
    ['a type that is none', 'x INT', { type: 'unheard' }, { type: 'unheard' }, { type: 'unheard' }],
  ])('shows %s, and alone what its row says', (_what, column, row, listed, alone) => {
    expect(listForm(fieldOf(column, row))).toMatchObject(listed);
    expect(singleForm(fieldOf(column, row))).toMatchObject(alone);
  });
});

describe('a field of which some attributes were requested', () => {
  const field = fieldOf('x INT null', { type: 'integer', required: true, locked: true });
  const asked = (...names: readonly string[]) => chosenForm(field, { all: false, names: new Set(names) });

  it('shows these as in the form of a single field, and the others as in lists', () => {
    expect(asked('required')).toMatchObject({ required: true, locked: 1 });
    expect(asked('locked')).toMatchObject({ required: false, locked: true });
    expect(asked()).toEqual(listForm(field));
    expect(chosenForm(field, { all: true, names: new Set() })).toEqual(singleForm(field));
  });

  it('keeps the order of attributes', () => {
    expect(Object.keys(asked('length', 'collection'))).toEqual(Object.keys(listForm(field)));
  });
});

it('the fields of a collection are in its order, by their names', () => {
  const table = tableOf('books', 'b INT | a INT | id INT key');
  const { collections } = buildSchema({ tables: [table], collections: [], fields: [], relations: [] }, 1);
  expect(Object.keys(fieldMap(collectionOf({ collections }, 'books')))).toEqual(['b', 'a', 'id']);
});
