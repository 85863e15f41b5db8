import { describe, expect, it } from 'vitest';
import type { Collection, CollectionRow } from '../../../src/schema/collection.ts';
import type { Field, FieldRow } from '../../../src/schema/field.ts';
import { buildSchema } from '../../../src/schema/registry.ts';
import type { RelationRow } from '../../../src/schema/relation-row.ts';
import { collectionOf, primaryKeyOf } from '../../../src/schema/schema.ts';
import { FIELD_DEFAULTS } from '../../../src/schema/system/system-table.ts';
import { tableOf } from '../../golden/table-line.ts';

const row = (path: string, type: string, more: Partial<FieldRow> = {}): FieldRow => {
  const [collection, field] = path.split('.');
  return { ...FIELD_DEFAULTS, id: 1, collection, field, type, ...more } as unknown as FieldRow;
};
const relation = (many: string, one: string | null, back: string | null = null, junction: string | null = null) => {
  const [collection_many = '', field_many = ''] = many.split('.');
  return { id: 1, collection_many, field_many, collection_one: one, field_one: back, junction_field: junction };
};

const TABLES = {
  books: 'id INT key auto | title VARCHAR(20) | writer INT null | state VARCHAR(9) null | made DATETIME',
  writers: 'id INT key auto | name VARCHAR(20)',
  lines: 'a INT key | b INT key | book INT',
  log: 'line TEXT',
  directus_users: 'id INT key auto | first_name VARCHAR(20)',
};
const tables = Object.entries(TABLES).map(([name, text]) => tableOf(name, text));
const schemaOf = (fields: readonly FieldRow[] = [], relations: readonly RelationRow[] = []) =>
  buildSchema({ tables, collections: [], fields, relations }, 1);

const fieldOf = (path: string, fields: readonly FieldRow[], relations: readonly RelationRow[] = []): Field => {
  const [collection = '', name = ''] = path.split('.');
  const field = collectionOf(schemaOf(fields, relations), collection).byName.get(name);
  if (!field) throw new Error(`there is no field ${path}`);
  return field;
};

describe('a column', () => {
  it.each([
    ['id', 'integer', 'integer'],
    ['title', 'string', 'text'],
    ['made', 'datetime', 'datetime'],
  ])('without a row is of a type that suits it: %s is %s', (name, type, kind) => {
    expect(fieldOf(`books.${name}`, [])).toMatchObject({ type: { name: type }, kind, row: null, relation: null });
  });

  it.each([
    ['slug', 'slug'],
    ['STATUS', 'status'],
    ['unheard', 'string'],
    ['', 'string'],
    ['o2m', 'string'],
    ['alias', 'string'],
    ['__proto__', 'string'],
  ])('with the type %j in its row is %s', (type, name) => {
    expect(fieldOf('books.title', [row('books.title', type)]).type.name).toBe(name);
  });

  it('follows the table in order, and fields without a column follow the columns', () => {
    const rows = [row('books.lines', 'o2m'), row('books.title', 'string'), row('books.divider', 'alias')];
    const names = collectionOf(schemaOf(rows), 'books').fields.map(({ name }) => name);
    expect(names).toEqual(['id', 'title', 'writer', 'state', 'made', 'lines', 'divider']);
  });
});

describe('a row without a column', () => {
  it.each([
    ['o2m', true],
    ['translation', true],
    ['alias', true],
    ['group', true],
    ['string', false],
    ['m2o', false],
    ['unheard', false],
  ])('of the type %s is a field: %s', (type, wanted) => {
    const { collections, looseFields } = schemaOf([row('books.more', type)]);
    expect(collections.get('books')?.byName.has('more')).toBe(wanted);
    expect(looseFields.length).toBe(wanted ? 0 : 1);
  });

  it('of a table that does not exist is loose', () => {
    expect(schemaOf([row('nowhere.x', 'alias')]).looseFields).toMatchObject([{ collection: 'nowhere' }]);
  });
});

describe('a relation', () => {
  const toOne = (type: string, one: string | null, name = 'writer') =>
    fieldOf(`books.${name}`, [row(`books.${name}`, type)], [relation(`books.${name}`, one)]).relation;
  it.each([
    ['m2o', 'writers', 'writers'],
    ['integer', 'writers', 'writers'],
    ['m2o', 'nowhere', undefined],
    ['m2o', null, undefined],
    ['owner', null, 'directus_users'],
    ['user_updated', 'writers', 'directus_users'],
    ['user', null, 'directus_users'],
    ['file', null, undefined],
  ])('of the type %s to %s leads to %s', (type, one, target) => {
    expect(toOne(type, one)?.collection).toBe(target);
  });

  it('never begins at a primary key', () => {
    expect(toOne('m2o', 'writers', 'id')).toBeNull();
  });

  const toMany = (type: string, ...relations: readonly RelationRow[]) =>
    fieldOf('writers.books', [row('writers.books', type)], relations).relation;
  it.each([
    ['is there from its other side', relation('books.writer', 'writers', 'books'), 'books'],
    ['needs a name there', relation('books.writer', 'writers'), undefined],
    ['needs that collection', relation('books.writer', 'lines', 'books'), undefined],
    ['needs the column', relation('books.absent', 'writers', 'books'), undefined],
    ['needs the table', relation('nowhere.writer', 'writers', 'books'), undefined],
  ])('%s', (_rule, found, target) => {
    expect(toMany('o2m', found)?.collection).toBe(target);
  });

  it('through a junction says which field leads on', () => {
    expect(toMany('o2m', relation('lines.book', 'writers', 'books', 'b'))).toEqual({
      kind: 'o2m',
      collection: 'lines',
      foreignKey: 'book',
      junctionField: 'b',
    });
  });

  it('is determined by the last of its rows', () => {
    const rows = [relation('books.writer', 'writers', 'books'), relation('lines.book', 'writers', 'books')];
    expect(toMany('o2m', ...rows)?.collection).toBe('lines');
  });
});

describe('a collection', () => {
  const books = (...rows: readonly FieldRow[]): Collection => collectionOf(schemaOf(rows), 'books');

  it.each([
    ['books', 'id'],
    ['lines', undefined],
    ['log', undefined],
  ])('%s has the primary key %s', (name, key) => {
    expect(collectionOf(schemaOf(), name).primaryKey?.name).toBe(key);
  });

  it('that does not exist, or has no key, is an error', () => {
    expect(() => collectionOf(schemaOf(), 'nowhere')).toThrow(expect.objectContaining({ code: 200 }));
    expect(() => primaryKeyOf(collectionOf(schemaOf(), 'log'))).toThrow(expect.objectContaining({ code: 12 }));
  });

  it('has the owner, the sort and the status that its fields define', () => {
    const found = books(
      row('books.writer', 'owner'),
      row('books.made', 'sort'),
      row('books.state', 'status', { options: { status_mapping: { open: {} } } }),
    );
    expect([found.owner, found.sort, found.status?.field].map((field) => field?.name)).toEqual([
      'writer',
      'made',
      'state',
    ]);
    expect([books().owner, books().sort, books().status]).toEqual([null, null, null]);
  });

  it.each([
    ['no options', null],
    ['no mapping', {}],
    ['an empty mapping', { status_mapping: {} }],
    ['a mapping that is a list', { status_mapping: [] }],
    ['a mapping that is a text', { status_mapping: 'open' }],
    ['options that are a text', 'open'],
  ])('hides nothing by status with %s', (_what, options) => {
    expect(books(row('books.state', 'status', { options })).status).toBeNull();
  });

  it.each([
    [{ soft_delete: true }, { softDelete: true, requiresFields: false }],
    [
      { soft_delete: 1, required_fields: '1' },
      { softDelete: true, requiresFields: true },
    ],
    [
      { soft_delete: '0', required_fields: 0 },
      { softDelete: false, requiresFields: false },
    ],
    [
      { soft_delete: 'true', required_fields: 'yes' },
      { softDelete: false, requiresFields: false },
    ],
    ['open', { softDelete: false, requiresFields: false }],
    [null, { softDelete: false, requiresFields: false }],
  ])('reads of a status %j: %j', (entry, meaning) => {
    const options = { status_mapping: { open: entry } };
    expect(books(row('books.state', 'status', { options })).status?.statuses.get('open')).toEqual(meaning);
  });

  it('is a system collection by its name', () => {
    const { collections } = schemaOf();
    expect([collections.get('directus_users')?.system, collections.get('books')?.system]).toEqual([true, false]);
  });
});

describe('a schema that is rebuilt', () => {
  const registered = (icon: string | null): CollectionRow =>
    ({
      collection: 'books',
      managed: true,
      hidden: false,
      single: false,
      icon,
      note: null,
      translation: null,
    }) as const;
  const built = (icon: string | null, fields: readonly FieldRow[], relations: readonly RelationRow[] = []) => ({
    tables,
    collections: [registered(icon)],
    fields,
    relations,
  });
  const first = buildSchema(built(null, [row('books.writer', 'm2o')]), 1);

  it.each([
    ['nothing', built(null, [row('books.writer', 'm2o')]), true],
    ['its own row', built('book', [row('books.writer', 'm2o')]), false],
    ['the row of a field', built(null, [row('books.writer', 'm2o', { note: 'by whom' })]), false],
    ['the type of a field', built(null, [row('books.writer', 'integer')]), false],
    ['a relation', built(null, [row('books.writer', 'm2o')], [relation('books.writer', 'writers')]), false],
    ['another collection', built(null, [row('books.writer', 'm2o'), row('writers.name', 'slug')]), true],
  ])('keeps a collection where %s has changed: %#', (_what, source, same) => {
    const next = buildSchema(source, 2, first);
    expect(next.collections.get('books') === first.collections.get('books')).toBe(same);
    expect(next.version).toBe(2);
  });
});
