import type { Row } from '../../query/shape/row.ts';
import type { Stored } from '../../schema/stored.ts';
import type { Budget } from './budget.ts';
import type { NameOf } from './paired-keys.ts';

/** The number of values that each row of a statement shows, including nested relations. */
export type Weights = number[];

/**
 * Adds the values of related rows to their parents. A few rows that are repeatedly nested in each other count every
 * time: everything that is shown more often than it was read is taken from the budget. Error 12 if that exceeds it.
 */
export function addWeights(
  weights: Weights,
  keys: readonly Stored[],
  related: { readonly rows: readonly Row[]; readonly weights: Weights },
  tieAt: number,
  { budget, nameOf = String }: { readonly budget: Budget; readonly nameOf?: NameOf },
): void {
  const byKey = new Map<string, number>();
  let read = 0;
  related.rows.forEach((row, index) => {
    const key = nameOf(row[tieAt] ?? null);
    const weight = related.weights[index] ?? 0;
    read += weight;
    byKey.set(key, (byKey.get(key) ?? 0) + weight);
  });
  let shown = 0;
  keys.forEach((key, index) => {
    const more = key === null ? 0 : (byKey.get(nameOf(key)) ?? 0);
    weights[index] = (weights[index] ?? 0) + more;
    shown += more;
  });
  budget.take(Math.max(0, shown - read));
}
