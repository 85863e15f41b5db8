import { keyIn } from '../../list/layouts/layout.ts';
import type { Row } from './changes.ts';

/** How the items of a collection form a tree. */
export interface Nesting {
  /** The primary key's name. */
  readonly key: string;
  /** The field with the key of the parent. */
  readonly parent: string;
}

/** Items by key, including their ancestors. */
export type Above = ReadonlyMap<string, Row>;

/** The maximum depth, which ends a search that always finds new levels. */
const MAX_DEPTH = 60;

/** Reads some items and all their ancestors, with one request for each level. Stops at cycles. */
export async function readAbove(
  keys: readonly string[],
  nesting: Nesting,
  read: (keys: readonly string[]) => Promise<readonly Row[]>,
): Promise<Above> {
  const above = new Map<string, Row>();
  const asked = new Set<string>();
  let next = keys;
  for (let level = 0; next.length > 0 && level < MAX_DEPTH; level++) {
    for (const key of next) asked.add(key);
    const rows = await read(next);
    for (const row of rows) above.set(String(row[nesting.key]), row);
    next = parentsOf(rows, nesting).filter((key) => !asked.has(key));
  }
  return above;
}

/** The keys of the parents of some items, without duplicates. */
export const parentsOf = (rows: readonly Row[], nesting: Nesting): readonly string[] => [
  ...new Set(rows.map((row) => parentOf(row, nesting)).filter((key) => key !== null)),
];

/** The key of an item's parent; null at the top. */
export const parentOf = (row: Row, { key, parent }: Nesting): string | null => keyIn(row[parent], key);

/** The path from the root to an item, including it. It begins below an item that cannot be read. */
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
