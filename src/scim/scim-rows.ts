import type { Reader } from '../dialects/dialect.ts';
import type { Context } from '../persistence/context.ts';
import { deleteRows, insertRow, updateRow } from '../persistence/rows.ts';
import { type TableRow, TableRows } from '../persistence/table-rows.ts';
import type { Transaction } from '../persistence/transaction.ts';
import { readerOf } from '../schema/codec.ts';
import type { Collection } from '../schema/collection.ts';
import type { Table } from '../schema/column.ts';
import { scimGroups, scimUsers } from '../schema/internal/scim.ts';
import { buildSchema } from '../schema/registry.ts';
import { collectionOf, primaryKeyOf } from '../schema/schema.ts';
import type { Stored } from '../schema/stored.ts';

/** An internal table as a collection; it is not part of the project's schema. */
function collectionFor(table: Table): Collection {
  return collectionOf(buildSchema({ tables: [table], collections: [], fields: [], relations: [] }, 0), table.name);
}

export const USER_ROWS = collectionFor(scimUsers);
export const GROUP_ROWS = collectionFor(scimGroups);

/** Creates the internal tables of SCIM. Error 11. */
export async function prepareTables({ store }: Context): Promise<void> {
  await store.internalTable(scimUsers);
  await store.internalTable(scimGroups);
}

export type ScimRow = Readonly<Record<string, unknown>>;

/** The SCIM rows with these keys, by key. */
export async function scimRows(
  { store }: Context,
  reader: Reader,
  collection: Collection,
  keys: readonly number[],
): Promise<ReadonlyMap<number, ScimRow>> {
  if (keys.length === 0) return new Map();
  const { name } = primaryKeyOf(collection);
  const rows = await new TableRows(store.dialect, collection.table).findAmong(reader, name, keys);
  return new Map(rows.map((row) => [Number(row[name]), toOwnRow(collection, row)]));
}

function toOwnRow(collection: Collection, row: TableRow): ScimRow {
  const entries = collection.fields.map((field) => {
    const value = row[field.name] ?? null;
    const read = readerOf(field);
    return [field.name, read && field.kind !== 'datetime' ? read(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

/** Inserts or updates the SCIM row with a key. */
export async function saveScimRow(
  tx: Transaction,
  collection: Collection,
  key: number,
  values: ReadonlyMap<string, Stored>,
  isNew: boolean,
): Promise<void> {
  if (!isNew) return updateRow(tx, collection, key, values);
  const { name } = primaryKeyOf(collection);
  await removeScimRow(tx, collection, key);
  await insertRow(tx, collection, new Map<string, Stored>([[name, key], ...values]));
}

async function removeScimRow(tx: Transaction, collection: Collection, key: number): Promise<void> {
  await deleteRows(tx, collection.name, new Map([[primaryKeyOf(collection).name, key]]), 'integer');
}
