import type { Values } from '../query/plan/write/plan.ts';
import type { Item } from '../query/shape/decoder.ts';
import type { Collection } from '../schema/collection.ts';
import type { Stored } from '../schema/field-type.ts';
import { primaryKeyOf } from '../schema/schema.ts';
import { authorOf, type ItemChange } from './changes.ts';
import { deleteWhere, equals, insertRow, insertRows, updateRow } from './row-statements.ts';
import type { Transaction } from './transaction.ts';

/** Inserts the row of a new item; returns the change. Errors 204, 4. */
export async function insertItem(tx: Transaction, collection: Collection, values: Values): Promise<ItemChange> {
  const key = await insertRow(tx, collection, values);
  return added(tx, creationOf(collection, key, values));
}

/** Inserts the rows of new items, many to a statement; returns the changes in the same order. Errors 204, 4, which may name another item. */
export async function insertItems(
  tx: Transaction,
  collection: Collection,
  rows: readonly Values[],
): Promise<ItemChange[]> {
  const keys = await insertRows(tx, collection, rows);
  return keys.map((key, index) => added(tx, creationOf(collection, key, rows[index] ?? new Map())));
}

/** Writes values into the row of an item; returns the change. Errors 204, 4. */
export async function changeItem(
  tx: Transaction,
  collection: Collection,
  key: Stored,
  values: Values,
  before: Item,
): Promise<ItemChange> {
  await updateRow(tx, collection, key, values);
  const columns = [...values.keys()];
  return added(tx, { collection: collection.name, key, action: 'update', before, columns });
}

/** Deletes the row of an item; returns the change. */
export async function removeItem(
  tx: Transaction,
  collection: Collection,
  key: Stored,
  before: Item,
): Promise<ItemChange> {
  const field = primaryKeyOf(collection);
  await deleteWhere(tx, collection.name, equals(field.name, key, field.kind ?? 'text'));
  return added(tx, { collection: collection.name, key, action: 'delete', before, columns: [] });
}

type Happened = Omit<ItemChange, 'kind' | 'after' | 'by'>;

function creationOf({ name }: Collection, key: Stored, values: Values): Happened {
  const columns = [...values.keys()];
  return { collection: name, key, action: 'create', before: null, columns };
}

function added({ changes, context }: Transaction, happened: Happened): ItemChange {
  const change: ItemChange = { kind: 'item', ...happened, after: null, by: authorOf(context) };
  changes.add(change);
  return change;
}
