import type { MetaKey } from '../ast.ts';
import type { NodePlan, ReadPlan } from './plan.ts';
import { scansOf, scansOfList, scansOfRelated, unitsOf } from './work.ts';

/** Each nested relation takes one statement. */
const STATEMENT = 10;
const COUNTED: readonly MetaKey[] = ['filter_count', 'page', 'result_count'];

/**
 * The cost of a read, independent of the data: units of work per row for each table that it scans, and for the
 * statements of nested relations.
 */
export interface Price {
  readonly list: number;
  /** The cost of counting the list, and of counting everything that the caller may see. */
  readonly count: number;
  readonly total: number;
}

/** The price of a plan. */
export function priceOf({ root, visible }: ReadPlan): Price {
  return {
    list: unitsOf(scansOfList(root)) + priceBelow(root),
    count: unitsOf(scansOf(root.collection, root.where)),
    total: unitsOf(scansOf(root.collection, visible)),
  };
}

/** The price including the requested metadata. */
export function priceWith({ list, count, total }: Price, meta: ReadonlySet<MetaKey> | null): number {
  const counts = COUNTED.some((key) => meta?.has(key)) ? count : 0;
  const totals = meta?.has('total_count') || meta?.has('status_count') ? total : 0;
  return Math.ceil(list + counts + totals);
}

function priceBelow({ relations }: NodePlan): number {
  return relations.reduce((sum, { node, relation }) => {
    if (!node) return sum;
    return sum + STATEMENT + unitsOf(scansOfRelated(node, relation)) + priceBelow(node);
  }, 0);
}
