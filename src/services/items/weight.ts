import { ApiError } from '../../errors/api-error.ts';
import type { Row } from '../../query/shape/decoder.ts';
import type { Stored } from '../../schema/field-type.ts';

/** How many related items one answer may show: the same few rows, shown in each other over and over, are many. */
const MOST_SHOWN = 500_000;

/** How many items each row of a statement shows, itself included. */
export type Weights = number[];

/** Adds to parents what their related rows show. Error 12 where it becomes too much. */
export function addWeights(
  weights: Weights,
  keys: readonly Stored[],
  related: { readonly rows: readonly Row[]; readonly weights: Weights },
  tieAt: number,
): void {
  const byKey = new Map<string, number>();
  related.rows.forEach((row, index) => {
    const key = String(row[tieAt]);
    byKey.set(key, (byKey.get(key) ?? 0) + (related.weights[index] ?? 1));
  });
  let shown = 0;
  keys.forEach((key, index) => {
    const more = key === null ? 0 : (byKey.get(String(key)) ?? 0);
    weights[index] = (weights[index] ?? 1) + more;
    shown += more;
  });
  if (shown > MOST_SHOWN) throw new ApiError('queryTooLarge', { limit: MOST_SHOWN, what: 'related items' });
}
