import type { Reader } from '../dialects/dialect.ts';
import type { Table } from '../schema/column.ts';
import { activity } from '../schema/system/activity.ts';
import { revisions } from '../schema/system/revisions.ts';
import type { DroppedTable } from './changes.ts';
import type { Condition } from './conditions.ts';
import { removeRows } from './remove-rows.ts';
import type { Store, StoreView } from './store.ts';
import { TableRows } from './table-rows.ts';
import { isLarge } from './tally.ts';

/** The records of a collection's items: their revisions, and comments on them. */
const RECORDS: readonly { readonly table: Table; readonly ofKind: readonly Condition[] }[] = [
  { table: revisions, ofKind: [] },
  { table: activity, ofKind: [['action', '=', 'comment']] },
];

type Newest = DroppedTable['records'];

/** The newest current record of a collection's items, in each table that has any. */
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
 * Removes the records of a collection up to the newest ones, in batches, so that a new collection of the same name does
 * not inherit them. Later records stay.
 */
export async function forgetRecords(store: Store, collection: string, newest: Newest): Promise<void> {
  for (const { table, ofKind } of RECORDS) {
    const last = newest.find((each) => each.table === table.name)?.newest;
    if (last !== undefined)
      await removeRows(store, table, [['collection', '=', collection], ...ofKind, ['id', '<=', last]]);
  }
}

/** The number of records of a dropped collection in each table that has any; null if there are too many to count. */
export async function countRecords(
  { dialect, database }: Store,
  { collection, records }: Pick<DroppedTable, 'collection' | 'records'>,
): Promise<{ readonly table: string; readonly count: number | null }[]> {
  const counted: { readonly table: string; readonly count: number | null }[] = [];
  for (const { table, ofKind } of RECORDS) {
    if (!records.some((each) => each.table === table.name)) continue;
    const own: Condition[] = [['collection', '=', collection], ...ofKind];
    const isMuch = await isLarge(database, dialect, table.name);
    counted.push({
      table: table.name,
      count: isMuch ? null : await new TableRows(dialect, table).count(database, own),
    });
  }
  return counted;
}

/** In adopted tables, comparing with one name may also match the other. */
function hasNamesake({ catalog }: StoreView, collection: string): boolean {
  const names = [...catalog.schema.collections.keys()].filter((name) => name !== collection);
  return names.some((name) => name.toLowerCase() === collection.toLowerCase());
}
