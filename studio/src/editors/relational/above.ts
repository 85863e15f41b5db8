import { keyIn } from '../../list/layouts/layout.ts';
import type { Row } from './changes.ts';

/** How the items of a collection lie below one another. */
export interface Nesting {
  /** The primary key's name. */
  readonly key: string;
  /** The field with the key of the item above. */
  readonly parent: string;
}

/** Items by key, those above them included. */
export type Above = ReadonlyMap<string, Row>;

/** Nobody nests deeper; it ends the search where every level is new. */
const DEEPEST = 60;

/** Reads some items and all that lie above them: one request for each level, whatever their number. Cycles end. */
export async function readAbove(
  keys: readonly string[],
  nesting: Nesting,
  read: (keys: readonly string[]) => Promise<readonly Row[]>,
): Promise<Above> {
  const above = new Map<string, Row>();
  const asked = new Set<string>();
  let next = keys;
  for (let level = 0; next.length > 0 && level < DEEPEST; level++) {
    for (const key of next) asked.add(key);
    const rows = await read(next);
    for (const row of rows) above.set(String(row[nesting.key]), row);
    next = parentsOf(rows, nesting).filter((key) => !asked.has(key));
  }
  return above;
}

/** The keys of what lies directly above some items, each once. */
export const parentsOf = (rows: readonly Row[], nesting: Nesting): readonly string[] => [
  ...new Set(rows.map((row) => parentOf(row, nesting)).filter((key) => key !== null)),
];

/** The key of what lies directly above an item; null at the top. */
export const parentOf = (row: Row, { key, parent }: Nesting): string | null => keyIn(row[parent], key);

/** The items from the top down to one, itself included. It begins below an item that cannot be seen. */
export function pathTo(key: string | null, above: Above, nesting: Nesting): readonly Row[] {
  const path = new Map<string, Row>();
  for (let at = key; at !== null && !path.has(at); ) {
    const row = above.get(at);
    if (!row) break;
    path.set(at, row);
    at = parentOf(row, nesting);
  }
  return [...path.values()].reverse();
}
