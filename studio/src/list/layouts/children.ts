import type { Octavo, Untyped } from '@octavo/client';
import { itemsOf } from '../../api/items.ts';
import { keyIn, type Row } from './layout.ts';

interface Counted {
  readonly group: Row;
  readonly count: { readonly '*': number };
}

/** How many items each of some has directly below it, by one request. */
export async function countChildren(
  client: Octavo<Untyped>,
  { collection, key, parent }: { readonly collection: string; readonly key: string; readonly parent: string },
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const asked = { filter: { [parent]: { in: keys } }, groupBy: [parent], aggregate: { count: ['*'] } };
  const found = (await itemsOf(client, collection).groups(asked as never)) as unknown as readonly Counted[];
  const counts = new Map(keys.map((each) => [each, 0]));
  for (const { group, count } of found) counts.set(keyIn(group[parent], key) ?? '', count['*']);
  return counts;
}
