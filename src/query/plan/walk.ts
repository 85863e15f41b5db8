import type { Kind } from '../../schema/datatypes.ts';
import type { Field } from '../../schema/field.ts';
import { isIndexed } from '../../schema/table-index.ts';
import type { NodePlan } from './plan.ts';
import { isCheap, isSelective } from './work.ts';

/** How an engine is made to read a list along the index of the column that it is sorted by, instead of sorting all rows. */
export type IndexWalk =
  /** Its planner does not weigh the limit against the filter: it is shown the first rows of the index only. */
  | 'bounded'
  /** Its planner decides well once nulls, which it has at the other end of the index, are left out. */
  | 'present'
  /** The same in ascending order. Otherwise it needs a statement of its own to find where the first rows end. */
  | 'stepwise';

/** Kinds whose order in an index is that of a list. */
const WALKED: ReadonlySet<Kind> = new Set(['integer', 'bigint', 'decimal', 'float', 'date', 'time', 'datetime']);

/** The field by whose index a list may be read in its order; null if there is none, or if another index finds its few rows. */
export function walkedField({ collection, where, order }: NodePlan, walk: IndexWalk): Field | null {
  const field = 'sorted' in order ? undefined : order[0]?.field;
  if (!field?.kind || !WALKED.has(field.kind) || field === collection.primaryKey) return null;
  if (!isIndexed(collection.table, field.name)) return null;
  if (walk !== 'present' && where && (isSelective(where, collection) || !isCheap(where, collection))) return null;
  return field;
}
