import { ApiError } from '../../errors/api-error.ts';
import type { Predicate } from './plan.ts';

/** The predicate that no row fulfils. */
export const NO_ROWS: Predicate = { type: 'constant', value: false };

/** The rows that `plan` returns; no rows if it throws an API error. */
export function rowsUnlessRefused<T extends Predicate | null>(plan: () => T): T | Predicate {
  try {
    return plan();
  } catch (error) {
    if (error instanceof ApiError) return NO_ROWS;
    throw error;
  }
}
