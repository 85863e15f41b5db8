import { ApiError } from '../../errors/api-error.ts';
import { systemRefusal } from '../../errors/system-refusal.ts';
import { databaseRefusal } from '../../persistence/database-refusal.ts';
import type { Store } from '../../persistence/store.ts';

/** The error of the catalogue that a failed job reports. */
export function failureOf({ dialect }: Store, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const failure = dialect.classify(error);
  // A table or column was removed while the job read it: the next step reads with the new schema.
  if (failure?.kind === 'schema') return new ApiError('databaseBusy');
  return databaseRefusal(failure) ?? systemRefusal(error) ?? new ApiError('internal');
}
