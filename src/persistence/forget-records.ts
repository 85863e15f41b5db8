import type { Reader } from '../dialects/dialect.ts';
import type { Table } from '../schema/column.ts';
import { activity } from '../schema/system/activity.ts';
import { revisions } from '../schema/system/revisions.ts';
import type { DroppedTable } from './changes.ts';
import { removeRows } from './remove-rows.ts';
import type { Store, StoreView } from './store.ts';
import { type Condition, TableRows } from './table-rows.ts';

/** Records that hold what items of a collection were: their revisions, and what was said of them. */
const RECORDS: readonly { readonly table: Table; readonly ofKind: readonly Condition[] }[] = [
  { table: revisions, ofKind: [] },
  { table: activity, ofKind: [['action', '=', 'comment']] },
];

type Newest = DroppedTable['records'];

/** The newest records of a collection's items as they are now, in each table that has any. */
export async function newestRecords(store: StoreView, reader: Reader, collection: string): Promise<Newest> {
  if (hasNamesake(store, collection)) return [];
  const found: { readonly table: string; readonly newest: number }[] = [];
  for (const { table, ofKind } of RECORDS) {
    const own: Condition[] = [['collection', '=', collection], ...ofKind];
    const [newest] = await new TableRows(store.dialect, table).find(reader, own, '-id', 1, { columns: ['id'] });
    if (newest) found.push({ table: table.name, newest: Number(newest.id) });
  }
  return found;
}

/**
 * Removes the records of a collection up to the newest ones, some hundred at a time, so that a collection of the same
 * name does not come by them. What was recorded later stays.
 */
export async function forgetRecords(store: Store, collection: string, newest: Newest): Promise<void> {
  for (const { table, ofKind } of RECORDS) {
    const last = newest.find((each) => each.table === table.name)?.newest;
    if (last !== undefined)
      await removeRows(store, table, [['collection', '=', collection], ...ofKind, ['id', '<=', last]]);
  }
}

/** Adopted columns may find both by the name of either. */
function hasNamesake({ catalog }: StoreView, collection: string): boolean {
  const names = [...catalog.schema.collections.keys()].filter((name) => name !== collection);
  return names.some((name) => name.toLowerCase() === collection.toLowerCase());
}
