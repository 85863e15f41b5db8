import { ApiError } from '../../errors/api-error.ts';
import { systemRefusal } from '../../errors/system-refusal.ts';
import { databaseRefusal } from '../../persistence/database-refusal.ts';
import type { Store } from '../../persistence/store.ts';

/** How a job is said to have failed: an error of the catalogue. */
export function failureOf({ dialect }: Store, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return databaseRefusal(dialect.classify(error)) ?? systemRefusal(error) ?? new ApiError('internal');
}
