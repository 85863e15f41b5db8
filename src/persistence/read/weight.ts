import type { Row } from '../../query/shape/decoder.ts';
import type { Stored } from '../../schema/field-type.ts';
import type { Budget } from './budget.ts';

/** How many values each row of a statement shows, with all that hangs on it. */
export type Weights = number[];

/**
 * Adds to parents what their related rows show. The same few rows, shown in each other over and over, are many: what is
 * shown more often than it was read is taken from the budget. Error 12 where it becomes too much.
 */
export function addWeights(
  weights: Weights,
  keys: readonly Stored[],
  related: { readonly rows: readonly Row[]; readonly weights: Weights },
  tieAt: number,
  budget: Budget,
): void {
  const byKey = new Map<string, number>();
  let read = 0;
  related.rows.forEach((row, index) => {
    const key = String(row[tieAt]);
    const weight = related.weights[index] ?? 0;
    read += weight;
    byKey.set(key, (byKey.get(key) ?? 0) + weight);
  });
  let shown = 0;
  keys.forEach((key, index) => {
    const more = key === null ? 0 : (byKey.get(String(key)) ?? 0);
    weights[index] = (weights[index] ?? 0) + more;
    shown += more;
  });
  budget.take(Math.max(0, shown - read));
}
