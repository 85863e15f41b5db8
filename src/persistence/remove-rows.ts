import type { Table } from '../schema/column.ts';
import type { Condition } from './conditions.ts';
import type { Store } from './store.ts';
import { TableRows } from './table-rows.ts';

/** The number of rows removed per transaction. */
export const BATCH = 500;

/**
 * Removes the rows of a table with the primary key `id` that fulfil all conditions, one batch per transaction; returns
 * their number.
 */
export async function removeRows(store: Store, table: Table, where: readonly Condition[]): Promise<number> {
  const chunks = new TableRows(store.dialect, table).chunks(store.database, where, [], BATCH, { columns: ['id'] });
  let removed = 0;
  for await (const rows of chunks)
    removed += await removeKeys(
      store,
      table,
      rows.map(({ id }) => Number(id)),
    );
  return removed;
}

/** Removes the rows with these ids in one transaction; returns their number. */
export async function removeKeys(store: Store, table: Table, keys: readonly number[]): Promise<number> {
  if (keys.length === 0) return 0;
  const rows = new TableRows(store.dialect, table);
  return store.database.transaction((connection) => rows.delete(connection, [['id', 'in', keys]]));
}
