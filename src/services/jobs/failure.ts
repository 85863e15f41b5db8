import { ApiError } from '../../errors/api-error.ts';
import { systemRefusal } from '../../errors/system-refusal.ts';
import { databaseRefusal } from '../../persistence/database-refusal.ts';
import type { Store } from '../../persistence/store.ts';

/** The error of the catalogue that a failed job reports. */
export function failureOf({ dialect }: Store, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return databaseRefusal(dialect.classify(error)) ?? systemRefusal(error) ?? new ApiError('internal');
}
