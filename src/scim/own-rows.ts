import type { Reader } from '../dialects/dialect.ts';
import type { Context } from '../persistence/context.ts';
import { deleteRows, insertRow, updateRow } from '../persistence/rows.ts';
import { type TableRow, TableRows } from '../persistence/table-rows.ts';
import type { Transaction } from '../persistence/transaction.ts';
import { readerOf } from '../schema/codec.ts';
import type { Collection } from '../schema/collection.ts';
import type { Table } from '../schema/column.ts';
import type { Stored } from '../schema/field-type.ts';
import { scimGroups, scimUsers } from '../schema/own/scim.ts';
import { buildSchema } from '../schema/registry.ts';
import { collectionOf, primaryKeyOf } from '../schema/schema.ts';

/** An own table in the terms of collections; the schema of a project does not know it. */
function collectionFor(table: Table): Collection {
  return collectionOf(buildSchema({ tables: [table], collections: [], fields: [], relations: [] }, 0), table.name);
}

export const USER_ROWS = collectionFor(scimUsers);
export const GROUP_ROWS = collectionFor(scimGroups);

/** Makes the tables that provisioning needs. Error 11. */
export async function prepareTables({ store }: Context): Promise<void> {
  await store.ownTable(scimUsers);
  await store.ownTable(scimGroups);
}

export type OwnRow = Readonly<Record<string, unknown>>;

/** The rows of these keys, by key. */
export async function ownRows(
  { store }: Context,
  reader: Reader,
  collection: Collection,
  keys: readonly number[],
): Promise<ReadonlyMap<number, OwnRow>> {
  if (keys.length === 0) return new Map();
  const { name } = primaryKeyOf(collection);
  const rows = await new TableRows(store.dialect, collection.table).findAmong(reader, name, keys);
  return new Map(rows.map((row) => [Number(row[name]), toOwnRow(collection, row)]));
}

function toOwnRow(collection: Collection, row: TableRow): OwnRow {
  const entries = collection.fields.map((field) => {
    const value = row[field.name] ?? null;
    const read = readerOf(field);
    return [field.name, read && field.kind !== 'datetime' ? read(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

/** Writes the row of a key anew, or changes the one that is there. */
export async function saveOwnRow(
  tx: Transaction,
  collection: Collection,
  key: number,
  values: ReadonlyMap<string, Stored>,
  isNew: boolean,
): Promise<void> {
  if (!isNew) return updateRow(tx, collection, key, values);
  const { name } = primaryKeyOf(collection);
  await removeOwnRow(tx, collection, key);
  await insertRow(tx, collection, new Map<string, Stored>([[name, key], ...values]));
}

/** Removes the row of a key, if it is there. */
export async function removeOwnRow(tx: Transaction, collection: Collection, key: number): Promise<void> {
  await deleteRows(tx, collection.name, new Map([[primaryKeyOf(collection).name, key]]), 'integer');
}
