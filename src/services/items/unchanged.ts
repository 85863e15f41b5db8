import { ApiError } from '../../errors/api-error.ts';
import type { Caller } from '../../permissions/caller.ts';
import type { Scope } from '../../persistence/context.ts';
import { ownVersion, versionOfShown } from '../../persistence/read/version.ts';
import { onBehalfOf } from '../../persistence/source.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Collection } from '../../schema/collection.ts';
import { readVersion } from './read-by-keys.ts';

/**
 * Refuses a change if the item is in none of the states that the caller has seen. An item that the caller may not see
 * is left to later checks. Error 412.
 */
export async function refuseChanged(tx: Transaction, collection: Collection, key: string): Promise<void> {
  const { context } = tx;
  if (!context.write.seen) return;
  requireSeen(context, key, [await readVersion(tx, collection, key)]);
}

/** Does the same for something that looks the same to everyone who may see it, such as a collection or a field. */
export function refuseChangedForm(context: Scope, key: string, shown: unknown): void {
  if (context.write.seen) requireSeen(context, key, [versionOfShown(shown)]);
}

/** Does the same for an item that the caller may have seen with different permissions. */
export async function refuseChangedFor(
  tx: Transaction,
  collection: Collection,
  key: string,
  seers: readonly Caller[],
): Promise<void> {
  const { context } = tx;
  if (!context.write.seen) return;
  const versions: (string | undefined)[] = [];
  for (const seer of seers) versions.push(await readVersion(onBehalfOf(tx, seer), collection, key));
  requireSeen(context, key, versions);
}

function requireSeen({ write: { seen = [] } }: Scope, key: string, versions: readonly (string | undefined)[]): void {
  const states = seen.map(ownVersion);
  const known = versions.filter((version) => version !== undefined);
  if (known.length > 0 && !known.some((version) => states.includes(version)))
    throw new ApiError('itemChanged', { id: key });
}
