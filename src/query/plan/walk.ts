import { NUMERIC_OR_TEMPORAL } from '../../schema/datatypes.ts';
import type { Field } from '../../schema/field.ts';
import { isIndexed } from '../../schema/table-index.ts';
import type { NodePlan } from './plan.ts';
import { isCheap, isSelective } from './work.ts';

/** How an engine can be made to read a list along the index of its sort column, instead of sorting all rows. */
export type IndexWalk =
  /**
   * The planner does not weigh the limit against the filter. The statement restricts it to the first rows of the index.
   */
  | 'bounded'
  /**
   * The planner does weigh the limit, but puts nulls at the other end of a descending order. In that case the statement
   * restricts it to the first rows.
   */
  | 'reversed'
  /** Like `bounded`, but finding the end of the first rows takes a separate statement. */
  | 'stepwise';

/**
 * The field whose index has the order of a list, so that the list can be read along it; null if there is none, or if
 * another index finds the list's few rows.
 */
export function walkedField({ collection, where, order }: NodePlan): Field | null {
  const field = 'sorted' in order ? undefined : order[0]?.field;
  if (!field?.kind || !NUMERIC_OR_TEMPORAL.has(field.kind) || field === collection.primaryKey) return null;
  if (!isIndexed(collection.table, field.name)) return null;
  if (where && (isSelective(where, collection) || !isCheap(where, collection, 'thousands'))) return null;
  return field;
}

/**
 * The key, if the list is in its order, and testing the first rows takes less time than finding all matching rows
 * through an index.
 */
export function walkedKey({ collection, where, order }: NodePlan): Field | null {
  const isByKey = !('sorted' in order) && order[0]?.field === collection.primaryKey;
  return isByKey && where && isCheap(where, collection, 'hundreds') ? collection.primaryKey : null;
}
