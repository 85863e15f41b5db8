import type { Collection } from '../schema/collection.ts';
import type { Table } from '../schema/column.ts';
import { mentions } from '../schema/internal/mentions.ts';
import { previews } from '../schema/internal/previews.ts';
import { schedules } from '../schema/internal/schedules.ts';
import { scimGroups, scimUsers } from '../schema/internal/scim.ts';
import { tasks } from '../schema/internal/tasks.ts';
import type { Condition } from './conditions.ts';
import { forgetChanges } from './jobs/forget-changes.ts';
import { removeRows } from './remove-rows.ts';
import { ofItem } from './schedules.ts';
import type { Store, StoreView } from './store.ts';
import { TableRows } from './table-rows.ts';
import { endTasks } from './tasks.ts';
import type { Transaction } from './transaction.ts';

/** Internal tables whose rows belong to an item, identified by `collection` and `item`, and are deleted with it. */
const ATTACHED: readonly Table[] = [schedules, mentions, tasks];
const ROLES = 'directus_roles';

/** Internal tables whose rows complete those of a system collection, and the column that holds their key. */
const COMPLETING: ReadonlyMap<string, { readonly table: Table; readonly key: string }> = new Map([
  ['directus_users', { table: scimUsers, key: 'user' }],
  [ROLES, { table: scimGroups, key: 'role' }],
]);

const presentIn = ({ catalog }: StoreView): readonly Table[] =>
  ATTACHED.filter(({ name }) => catalog.internalTables.has(name));

/**
 * Deletes what is attached to an item, in the transaction that deletes the item. A later item with its key must not
 * inherit it.
 */
export async function detachItem(tx: Transaction, of: Collection, item: string): Promise<void> {
  const { context, connection } = tx;
  if (of.name === ROLES) await endTasks(tx, [['role', '=', Number(item)]]);
  if (of.system) return removeCompletion(tx, of.name, item);
  await endTasks(tx, ofItem(of.name, item));
  for (const table of presentIn(context.store))
    await new TableRows(context.store.dialect, table).delete(connection, ofItem(of.name, item));
}

async function removeCompletion(
  { context, connection, changes }: Transaction,
  of: string,
  item: string,
): Promise<void> {
  const { table, key } = COMPLETING.get(of) ?? {};
  if (!table || key === undefined || !context.store.catalog.internalTables.has(table.name)) return;
  await new TableRows(context.store.dialect, table).delete(connection, [[key, '=', Number(item)]]);
  changes.add({ kind: 'rows', collection: table.name });
}

/** Deletes what was attached to a collection that was dropped, and to its items. */
export async function detachCollection(store: Store, collection: string): Promise<void> {
  const where: readonly Condition[] = [['collection', '=', collection]];
  for (const table of presentIn(store)) await removeRows(store, table, where);
  await forgetChanges(store, collection);
  if (!store.catalog.internalTables.has(previews.name)) return;
  const rows = new TableRows(store.dialect, previews);
  await store.database.transaction((connection) => rows.delete(connection, where));
}
