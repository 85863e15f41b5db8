import { bind, NO_BINDING } from '../../dialects/bind.ts';
import type { Reader } from '../../dialects/dialect.ts';
import { removeRows } from '../../persistence/remove-rows.ts';
import type { Store } from '../../persistence/store.ts';
import { and, columnNamed, type Expression, fixed, selectFrom } from '../../query/sql/nodes.ts';

/** Records that hold what items of a collection were: their revisions, and what was said of them. */
const RECORDS = [
  { table: 'directus_revisions', action: null },
  { table: 'directus_activity', action: 'comment' },
] as const;

/** Removes the records that a collection has left. */
type Forget = () => Promise<void>;

/**
 * Finds the records of a collection's items as they are now, and returns what removes them, some hundred at a time, so
 * that a collection of the same name does not come by them. What is recorded later stays.
 */
export async function recordsToForget(store: Store, reader: Reader, collection: string): Promise<Forget> {
  if (hasNamesake(store, collection)) return async () => {};
  const left: { readonly table: string; readonly where: Expression | null }[] = [];
  for (const { table, action } of RECORDS) {
    const own = and([same('collection', collection), action && same('action', action)]);
    const newest = await newestOf(store, reader, table, own);
    const until: Expression = { type: 'compare', sign: '<=', left: id, right: fixed(newest, 'integer') };
    if (newest > 0) left.push({ table, where: and([own, until]) });
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

const id = columnNamed('id', 'integer');

const same = (column: string, text: string): Expression => ({
  type: 'compare',
  sign: '=',
  left: columnNamed(column, 'text'),
  right: fixed(text, 'text'),
});

async function newestOf(store: Store, reader: Reader, table: string, where: Expression | null): Promise<number> {
  const order = [{ by: id, descending: true, nulls: null, text: false }] as const;
  const select = selectFrom(table, [id], { where, order, limit: 1 });
  const [row] = await reader.all(bind(store.dialect.printer.select(select), NO_BINDING));
  return Number(row?.[0] ?? 0);
}
