import { itemsOf } from '../../api/items.ts';
import { useProject } from '../../api/project.ts';
import { type Above, type Nesting, readAbove } from './above.ts';
import type { Row } from './changes.ts';
import type { Related } from './related.ts';

/** Reads some items with all their ancestors. */
export type ReadAbove = (keys: readonly string[]) => Promise<Above>;

/** The paths that are read to show an item and its ancestors. */
export const pathsWithParent = ({ paths }: Related, { key, parent }: Nesting): string[] => [
  ...new Set([...paths, `${parent}.${key}`]),
];

/** Reads the ancestors of items of a collection. */
export function useAbove(related: Related, nesting: Nesting): ReadAbove {
  const { client } = useProject();
  const items = itemsOf(client, related.collection.name);
  const fields = pathsWithParent(related, nesting);
  const read = async (keys: readonly string[]): Promise<readonly Row[]> =>
    (await items.list({ fields, filter: { [nesting.key]: { in: keys } }, limit: -1 })) as Row[];
  return (keys) => readAbove(keys, nesting, read);
}
