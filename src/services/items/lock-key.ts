import type { WriteLock } from '../../dialects/dialect.ts';
import { ACTIONS } from '../../permissions/action.ts';
import type { CollectionPolicy } from '../../permissions/policy.ts';
import type { Context } from '../../persistence/context.ts';
import { toKey } from '../../query/plan/write/keys.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { isFlat } from '../../query/plan/write/validate.ts';
import type { Collection } from '../../schema/collection.ts';
import { isSystemCollection } from '../../schema/system/tables.ts';
import { isAwaited } from './write-context.ts';

/** A write to items of one collection: the payloads, and the keys of the items to change. */
interface ItemWrite {
  readonly verb: 'create' | 'update';
  readonly payloads: readonly Payload[];
  readonly keys?: readonly string[];
}

/**
 * Returns the write lock of a write that can run concurrently with others; undefined if it must run exclusively. A
 * concurrent write changes one item and reads no other, and no hook or webhook waits for it that could write more or
 * needs all changes in order.
 */
export function writeLockOf(
  { store, write, caller }: Context,
  collection: Collection,
  { verb, payloads, keys = [] }: ItemWrite,
): WriteLock | undefined {
  const isOne = payloads.length === 1 && keys.length <= 1;
  const isHeard = store.extensions !== null || isAwaited(store, verb, collection.name);
  if (!isOne || isHeard || write.once || isSystemCollection(collection.name)) return undefined;
  if (isRuled(store.catalog.policy(caller).collection(collection.name))) return undefined;
  if (verb === 'create' && payloads.some((payload) => bringsKey(collection, payload))) return undefined;
  return payloads.every((payload) => isFlat(collection, payload))
    ? { lockKey: lockKeyOf(collection, keys) }
    : undefined;
}

/** Whether the payload brings an auto-increment key. Until the counter has passed that key, another item could get it. */
function bringsKey({ primaryKey }: Collection, payload: Payload): boolean {
  return primaryKey?.column?.autoIncrement === true && Boolean(payload[primaryKey.name]);
}

/** Whether item rules apply to the write: they may read other items. */
function isRuled(policy: CollectionPolicy): boolean {
  return ACTIONS.some((action) => policy.itemRules(action).length > 0);
}

/** An engine may treat different texts as the same key, so for text keys the lock covers the entire collection. */
function lockKeyOf(collection: Collection, [text]: readonly string[]): string | null {
  if (text === undefined) return null;
  const key = toKey(collection, text);
  return typeof key === 'number' || typeof key === 'bigint' ? `${collection.name}/${key}` : collection.name;
}
