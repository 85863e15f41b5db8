import { ApiError } from '../../errors/api-error.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Writing } from '../writing.ts';
import { readVersion } from './read.ts';
import { ownVersion } from './version.ts';

/**
 * Refuses a change of an item that is not in one of the states that the caller has seen. An item that the caller may
 * not see is left to the checks that follow. Error 412.
 */
export async function refuseChanged(writing: Writing, collection: Collection, key: string): Promise<void> {
  const { context, connection } = writing;
  if (!context.seen) return;
  const version = await readVersion(context, connection, collection, key);
  if (version !== undefined && !context.seen.some((seen) => ownVersion(seen) === version))
    throw new ApiError('itemChanged', { id: key });
}
