import { groupBy } from '../shared/group-by.ts';
import { isRecord } from '../shared/is-record.ts';
import type { Collection, CollectionRow, StatusField, StatusMeaning } from './collection.ts';
import type { Column, Table } from './column.ts';
import { datatypeOf } from './datatypes.ts';
import type { Field, FieldRelation, FieldRow, FieldType } from './field.ts';
import { fieldTypeOf } from './field-types/all.ts';
import { string } from './field-types/string.ts';
import type { RelationRow } from './relation-row.ts';
import type { Schema } from './schema.ts';
import { computedFields } from './system/computed.ts';
import { isSystemCollection } from './system/tables.ts';

/** What a schema is built from: the tables, and the rows that describe them. */
interface SchemaSource {
  readonly tables: readonly Table[];
  readonly collections: readonly CollectionRow[];
  readonly fields: readonly FieldRow[];
  readonly relations: readonly RelationRow[];
}

/**
 * Builds the immutable schema of a project. Descriptions without a table are ignored. Unchanged collections are the
 * same objects as in the previous schema.
 */
export function buildSchema(source: SchemaSource, version: number, former?: Schema): Schema {
  const resolver = new RelationResolver(source);
  const rowsOf = groupBy(source.fields, (row) => row.collection);
  const registered = new Map(source.collections.map((row) => [row.collection, row]));
  const collections = new Map<string, Collection>();
  for (const table of source.tables) {
    const fields = fieldsOf(table, rowsOf.get(table.name) ?? [], resolver);
    const fresh = toCollection(table, fields, registered.get(table.name) ?? null);
    const known = former?.collections.get(table.name);
    collections.set(table.name, known && isAlike(known, fresh) ? known : fresh);
  }
  const described = (row: FieldRow): boolean => collections.get(row.collection)?.byName.has(row.field) ?? false;
  return {
    version,
    collections,
    relations: source.relations,
    looseFields: source.fields.filter((row) => !described(row)),
  };
}

/** The sources that completely determine a collection. */
function isAlike(one: Collection, other: Collection): boolean {
  const parts = ({ table, row, fields }: Collection): string =>
    JSON.stringify([table, row, fields.map(({ name, type, relation, row }) => [name, type.name, relation, row])]);
  return parts(one) === parts(other);
}

function fieldsOf(table: Table, rows: readonly FieldRow[], resolver: RelationResolver): Field[] {
  const rowOf = new Map(rows.map((row) => [row.field, row]));
  const columns = table.columns.map((column) => columnField(table, column, rowOf.get(column.name) ?? null, resolver));
  const columnNames = new Set(table.columns.map((column) => column.name));
  const aliases = rows.filter((row) => !columnNames.has(row.field)).flatMap((row) => aliasField(row, resolver));
  return [...columns, ...aliases];
}

function columnField(table: Table, column: Column, row: FieldRow | null, resolver: RelationResolver): Field {
  const { kind, guess } = datatypeOf(column.datatype);
  const type = columnType(row?.type ?? guess ?? '');
  const relation = column.primaryKey ? null : resolver.toOne(table.name, column.name, type);
  return { collection: table.name, name: column.name, type, column, kind, row, relation };
}

/** The type of a column; unknown types, and types without a column, are treated as text. */
function columnType(name: string): FieldType {
  const type = fieldTypeOf(name);
  return type?.column ? type : string;
}

function aliasField(row: FieldRow, resolver: RelationResolver): Field[] {
  const type = fieldTypeOf(row.type);
  if (!type || type.column) return [];
  const relation = resolver.toMany(row.collection, row.field);
  const madeOf = computedFields[row.collection]?.[row.field];
  return [
    {
      collection: row.collection,
      name: row.field,
      type,
      column: null,
      kind: null,
      row,
      relation,
      ...(madeOf && { madeOf }),
    },
  ];
}

/** Finds the target of a field from the rows of `directus_relations`. (Contract, S-150 to S-155.) */
class RelationResolver {
  readonly #columns: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #many = new Map<string, RelationRow>();
  readonly #one = new Map<string, RelationRow>();

  constructor({ tables, relations }: SchemaSource) {
    this.#columns = new Map(tables.map((table) => [table.name, new Set(table.columns.map((column) => column.name))]));
    for (const row of relations) {
      if (row.collection_one !== null) this.#many.set(key(row.collection_many, row.field_many), row);
      if (row.collection_one !== null && row.field_one !== null)
        this.#one.set(key(row.collection_one, row.field_one), row);
    }
  }

  toOne(collection: string, field: string, type: FieldType): FieldRelation | null {
    const target = type.target ?? this.#many.get(key(collection, field))?.collection_one;
    return target !== undefined && target !== null && this.#columns.has(target)
      ? { kind: 'm2o', collection: target }
      : null;
  }

  toMany(collection: string, field: string): FieldRelation | null {
    const row = this.#one.get(key(collection, field));
    if (!row || !this.#columns.get(row.collection_many)?.has(row.field_many)) return null;
    return {
      kind: 'o2m',
      collection: row.collection_many,
      foreignKey: row.field_many,
      junctionField: row.junction_field,
    };
  }
}

const key = (collection: string, field: string): string => `${collection}\0${field}`;

function toCollection(table: Table, fields: readonly Field[], row: CollectionRow | null): Collection {
  const first = (type: string): Field | null =>
    fields.find((field) => field.type.name === type && field.column) ?? null;
  const primaryKeys = fields.filter((field) => field.column?.primaryKey);
  return {
    name: table.name,
    system: isSystemCollection(table.name),
    row,
    table,
    fields,
    byName: new Map(fields.map((field) => [field.name, field])),
    primaryKey: primaryKeys.length === 1 ? (primaryKeys[0] ?? null) : null,
    status: statusOf(first('status')),
    owner: first('owner'),
    sort: first('sort'),
  };
}

/** A status field without a usable mapping hides nothing. */
function statusOf(field: Field | null): StatusField | null {
  const options = field?.row?.options;
  const mapping = isRecord(options) ? options.status_mapping : null;
  if (!field || !isRecord(mapping) || Object.keys(mapping).length === 0) return null;
  return { field, statuses: new Map(Object.entries(mapping).map(([name, entry]) => [name, meaningOf(entry)])) };
}

function meaningOf(entry: unknown): StatusMeaning {
  const { soft_delete, required_fields } = isRecord(entry) ? entry : {};
  return { softDelete: isTrue(soft_delete), requiresFields: isTrue(required_fields) };
}

const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1';
