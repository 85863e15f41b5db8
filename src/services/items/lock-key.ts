import type { WriteLock } from '../../dialects/dialect.ts';
import type { Context } from '../../persistence/context.ts';
import { toKey } from '../../query/plan/write/keys.ts';
import { isFlat, type Payload } from '../../query/plan/write/validate.ts';
import type { Collection } from '../../schema/collection.ts';
import { isSystemCollection } from '../../schema/system/tables.ts';
import { isAwaited } from './write-context.ts';

/** A write of items of one collection: what is sent, and the keys of what is changed. */
interface ItemWrite {
  readonly verb: 'create' | 'update';
  readonly payloads: readonly Payload[];
  readonly keys?: readonly string[];
}

/**
 * What the transaction of a write has to itself where it can run beside others: it writes one item, reads no other, and
 * nothing hears of it that could write more or that hears of everything in its order. Undefined where it is to be alone.
 */
export function writeLockOf(
  { store, write }: Context,
  collection: Collection,
  { verb, payloads, keys = [] }: ItemWrite,
): WriteLock | undefined {
  const isOne = payloads.length === 1 && keys.length <= 1;
  const isHeard = store.extensions !== null || isAwaited(store, verb, collection.name);
  if (!isOne || isHeard || write.once || isSystemCollection(collection.name)) return undefined;
  return payloads.every((payload) => isFlat(collection, payload))
    ? { lockKey: lockKeyOf(collection, keys) }
    : undefined;
}

/** Texts that differ can be the same key to an engine: their collection is claimed as a whole. */
function lockKeyOf(collection: Collection, [text]: readonly string[]): string | null {
  if (text === undefined) return null;
  const key = toKey(collection, text);
  return typeof key === 'number' || typeof key === 'bigint' ? `${collection.name}/${key}` : collection.name;
}
