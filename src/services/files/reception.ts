import { ApiError, isRefusal } from '../../errors/api-error.ts';
import type { ErrorName } from '../../errors/catalogue.ts';
import type { Context } from '../../persistence/context.ts';
import type { Reception } from '../../storage/reception.ts';

/** Where the project of a context receives contents. */
export function receptionOf({ store }: Context): Reception {
  const { connector, maxUpload } = store.surroundings;
  return { storage: store.storage, settings: store.catalog.settings, connector, maxUpload };
}

/** Errors of servers that are found out before a commit. */
const BEFORE_COMMIT: ReadonlySet<ErrorName> = new Set(['databaseBusy', 'storageUnavailable', 'tooManyRequests']);

/**
 * Whether a failed transaction has left no rows for certain. It has not where the answer to a commit was lost: what its
 * rows refer to must stay until the check of the storage finds out.
 */
export function isRolledBack(error: unknown): boolean {
  return isRefusal(error) || (error instanceof ApiError && BEFORE_COMMIT.has(error.entry));
}
