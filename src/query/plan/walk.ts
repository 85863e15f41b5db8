import type { Kind } from '../../schema/datatypes.ts';
import type { Field } from '../../schema/field.ts';
import { isIndexed } from '../../schema/table-index.ts';
import type { NodePlan } from './plan.ts';
import { isCheap, isSelective } from './work.ts';

/** How an engine is made to read a list along the index of the column that it is sorted by, instead of sorting all rows. */
export type IndexWalk =
  /** Its planner does not weigh the limit against the filter. It is shown the first rows of the index only. */
  | 'bounded'
  /** Its planner does, but has nulls at the other end of a descending order. There it is shown the first rows only. */
  | 'reversed'
  /** Like `bounded`, but it takes a statement of its own to find where the first rows end. */
  | 'stepwise';

/** Kinds whose order in an index is that of a list. */
const WALKED: ReadonlySet<Kind> = new Set(['integer', 'bigint', 'decimal', 'float', 'date', 'time', 'datetime']);

/** The field by whose index a list may be read in its order; null if there is none, or if another index finds its few rows. */
export function walkedField({ collection, where, order }: NodePlan): Field | null {
  const field = 'sorted' in order ? undefined : order[0]?.field;
  if (!field?.kind || !WALKED.has(field.kind) || field === collection.primaryKey) return null;
  if (!isIndexed(collection.table, field.name)) return null;
  if (where && (isSelective(where, collection) || !isCheap(where, collection, 'thousands'))) return null;
  return field;
}

/** The key, if a list is in its order and its first rows can be tested sooner than an index finds all that match. */
export function walkedKey({ collection, where, order }: NodePlan): Field | null {
  const isByKey = !('sorted' in order) && order[0]?.field === collection.primaryKey;
  return isByKey && where && isCheap(where, collection, 'hundreds') ? collection.primaryKey : null;
}
