import { bind } from '../../dialects/bind.ts';
import { roleOf, userIdOf } from '../../permissions/caller.ts';
import { readableRows } from '../../query/plan/visibility.ts';
import { isKey, toKey } from '../../query/plan/write/keys.ts';
import { selectKeysAmong } from '../../query/sql/select.ts';
import type { Collection } from '../../schema/collection.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { type Context, planContext } from '../context.ts';

/** Which of these keys belong to items that the caller may read: one statement. */
export async function visibleKeys(
  context: Context,
  collection: Collection,
  keys: readonly string[],
): Promise<Set<string>> {
  const { store, caller } = context;
  const permitted = readableRows(planContext(context), collection);
  if (permitted === null) return new Set(keys);
  const field = primaryKeyOf(collection);
  const usable = [...new Set(keys)].filter((key) => isKey(field, key)).map((key) => toKey(collection, key));
  const printed = store.dialect.printer.select(selectKeysAmong(collection, field, permitted));
  const binding = {
    values: [],
    search: null,
    user: userIdOf(caller),
    role: roleOf(caller),
    now: context.now,
    offset: 0,
    keys: usable,
  };
  const rows = await store.database.all(bind(printed, binding));
  return new Set(rows.map(([key]) => String(key)));
}
