import { bind, NO_BINDING } from '../dialects/bind.ts';
import { columnNamed, type Expression, fixed, selectFrom } from '../query/sql/nodes.ts';
import type { Store } from './store.ts';

/** So many rows go in one transaction. */
export const BATCH = 500;

/** Removes the rows of a table that is counted by `id` and that fulfil a condition, some hundred in each transaction; returns how many there were. */
export async function removeRows(store: Store, table: string, where: Expression | null): Promise<number> {
  const select = selectFrom(table, [columnNamed('id', 'integer')], { where });
  let removed = 0;
  for await (const rows of store.database.chunks(bind(store.dialect.printer.select(select), NO_BINDING), BATCH))
    removed += await removeKeys(
      store,
      table,
      rows.map(([key]) => Number(key)),
    );
  return removed;
}

/** Removes the rows of these ids in one transaction; returns how many there were. */
export async function removeKeys(store: Store, table: string, keys: readonly number[]): Promise<number> {
  if (keys.length === 0) return 0;
  const left = columnNamed('id', 'integer', '');
  const where: Expression = { type: 'in', left, of: keys.map((key) => fixed(key, 'integer')), negated: false };
  const statement = bind(store.dialect.printer.delete({ table, where }), NO_BINDING);
  return (await store.database.transaction((connection) => connection.run(statement))).changes;
}
