import type { Values } from '../query/plan/write/plan.ts';
import { and, type Expression } from '../query/sql/nodes.ts';
import type { Collection } from '../schema/collection.ts';
import type { Kind } from '../schema/datatypes.ts';
import { primaryKeyOf } from '../schema/schema.ts';
import type { Stored } from '../schema/stored.ts';
import * as statements from './row-statements.ts';
import { appendTied as append, type NewRow } from './row-statements.ts';
import type { Transaction } from './transaction.ts';

/*
 * Rows that are not written as items: no permissions apply, and nothing is recorded. The list of changes only names the
 * table.
 */

/** Inserts a row and returns its key, given or auto-increment. Errors 204, 4. */
export async function insertRow(tx: Transaction, collection: Collection, values: Values): Promise<Stored> {
  const key = await statements.insertRow(tx, collection, values);
  note(tx, collection.name);
  return key;
}

/** Inserts a row, and a second one that refers to it by `foreignKey`. Errors as for {@link append}. */
export async function appendTied(tx: Transaction, first: NewRow, foreignKey: string, second: NewRow): Promise<void> {
  await append(tx, first, foreignKey, second);
  note(tx, first.collection.name);
  note(tx, second.collection.name);
}

/** Inserts rows, batching those with the same columns, and returns their keys in the same order. Errors 204, 4. */
export async function insertRows(tx: Transaction, collection: Collection, rows: readonly Values[]): Promise<Stored[]> {
  const keys = await statements.insertRows(tx, collection, rows);
  note(tx, collection.name);
  return keys;
}

/** Updates the row with a key. Errors 204, 4. */
export async function updateRow(tx: Transaction, collection: Collection, key: Stored, values: Values): Promise<void> {
  await statements.updateRow(tx, collection, key, values);
  note(tx, collection.name);
}

/** Deletes the rows of a table in which the named columns have the given values; returns their number. */
export function deleteRows(tx: Transaction, table: string, values: Values, kind: Kind = 'text'): Promise<number> {
  return deleteWhere(tx, table, and(Array.from(values, ([name, value]) => statements.equals(name, value, kind))));
}

/** Deletes the row with a key; returns whether it existed. */
export async function deleteRow(tx: Transaction, collection: Collection, key: Stored): Promise<boolean> {
  const field = primaryKeyOf(collection);
  return (await deleteRows(tx, collection.name, new Map([[field.name, key]]), field.kind ?? 'text')) > 0;
}

/** Deletes the rows of a table that fulfil a condition; returns their number. */
export async function deleteWhere(tx: Transaction, table: string, where: Expression | null): Promise<number> {
  const deleted = await statements.deleteWhere(tx, table, where);
  note(tx, table);
  return deleted;
}

function note({ changes }: Transaction, collection: string): void {
  changes.add({ kind: 'rows', collection });
}
