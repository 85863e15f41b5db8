import { ApiError, isRefusal } from '../../errors/api-error.ts';
import type { ErrorName } from '../../errors/catalogue.ts';
import type { Context } from '../../persistence/context.ts';
import type { Reception } from '../../storage/reception.ts';

/** Returns where and how the context's project receives uploads. */
export function receptionOf({ store }: Context): Reception {
  const { connector, maxUpload } = store.surroundings;
  const { project, storage } = store;
  return { project, storage, settings: store.catalog.settings, connector, maxUpload };
}

/** Server errors that can occur only before a commit. */
const BEFORE_COMMIT: ReadonlySet<ErrorName> = new Set(['databaseBusy', 'storageUnavailable', 'tooManyRequests']);

/**
 * Whether a failed transaction certainly left no rows. If the answer to a commit was lost, it may have: the objects
 * that its rows would refer to must stay until a storage check decides.
 */
export function isRolledBack(error: unknown): boolean {
  return isRefusal(error) || (error instanceof ApiError && BEFORE_COMMIT.has(error.entry));
}
