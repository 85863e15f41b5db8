import type { Octavo, Untyped } from '@octavo/client';
import { countGroups } from './count-groups.ts';
import { keyIn, type LayoutParameters, narrowed } from './layout.ts';

/** The numbers of direct children of some items, with one request. */
export async function countChildren(
  client: Octavo<Untyped>,
  { collection, key, parent }: { readonly collection: string; readonly key: string; readonly parent: string },
  keys: readonly string[],
  parameters: LayoutParameters = {},
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const found = await countGroups(client, collection, parent, narrowed(parameters, { [parent]: { in: keys } }));
  const counts = new Map(keys.map((each) => [each, 0]));
  for (const { group, count } of found) counts.set(keyIn(group[parent], key) ?? '', count['*']);
  return counts;
}
