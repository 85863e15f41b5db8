import type { Reader } from '../../dialects/dialect.ts';
import { removeRows } from '../../persistence/remove-rows.ts';
import type { Store } from '../../persistence/store.ts';
import { type Condition, TableRows } from '../../persistence/table-rows.ts';
import type { Table } from '../../schema/column.ts';
import { activity } from '../../schema/system/activity.ts';
import { revisions } from '../../schema/system/revisions.ts';

/** Records that hold what items of a collection were: their revisions, and what was said of them. */
const RECORDS: readonly { readonly table: Table; readonly ofKind: readonly Condition[] }[] = [
  { table: revisions, ofKind: [] },
  { table: activity, ofKind: [['action', '=', 'comment']] },
];

/** Removes the records that a collection has left. */
export type Forget = () => Promise<void>;

/**
 * Finds the records of a collection's items as they are now, and returns what removes them, some hundred at a time, so
 * that a collection of the same name does not come by them. What is recorded later stays.
 */
export async function recordsToForget(store: Store, reader: Reader, collection: string): Promise<Forget> {
  if (hasNamesake(store, collection)) return async () => {};
  const left: { readonly table: Table; readonly where: readonly Condition[] }[] = [];
  for (const { table, ofKind } of RECORDS) {
    const own: Condition[] = [['collection', '=', collection], ...ofKind];
    const [newest] = await new TableRows(store.dialect, table).find(reader, own, '-id', 1, { columns: ['id'] });
    if (newest) left.push({ table, where: [...own, ['id', '<=', newest.id ?? null]] });
  }
  return async () => {
    for (const { table, where } of left) await removeRows(store, table, where);
  };
}

/** Adopted columns may find both by the name of either. */
function hasNamesake({ catalog }: Store, collection: string): boolean {
  const names = [...catalog.schema.collections.keys()].filter((name) => name !== collection);
  return names.some((name) => name.toLowerCase() === collection.toLowerCase());
}
