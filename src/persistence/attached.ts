import type { Collection } from '../schema/collection.ts';
import type { Table } from '../schema/column.ts';
import { mentions } from '../schema/internal/mentions.ts';
import { schedules } from '../schema/internal/schedules.ts';
import { removeRows } from './remove-rows.ts';
import type { Store, StoreView } from './store.ts';
import { TableRows } from './table-rows.ts';
import type { Transaction } from './transaction.ts';

/** Internal tables whose rows are about an item, by the columns `collection` and `item`, and go with it. */
const ATTACHED: readonly Table[] = [schedules, mentions];

const presentIn = ({ catalog }: StoreView): readonly Table[] =>
  ATTACHED.filter(({ name }) => catalog.internalTables.has(name));

/** Deletes what is attached to an item, in the transaction that deletes it: a later item with its key is another one. */
export async function detachItem({ context, connection }: Transaction, of: Collection, item: string): Promise<void> {
  if (of.system) return;
  for (const table of presentIn(context.store))
    await new TableRows(context.store.dialect, table).delete(connection, [
      ['collection', '=', of.name],
      ['item', '=', item],
    ]);
}

/** Deletes what was attached to the items of a collection that was dropped. */
export async function detachCollection(store: Store, collection: string): Promise<void> {
  for (const table of presentIn(store)) await removeRows(store, table, [['collection', '=', collection]]);
}
