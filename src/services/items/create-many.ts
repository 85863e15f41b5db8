import type { Context } from '../../persistence/context.ts';
import { insertRows, type Values } from '../../persistence/rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { isFlat, type Payload } from '../../query/plan/write/validate.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Stored } from '../../schema/field-type.ts';
import { rulesOf } from '../system/all.ts';
import { isAnnounced } from '../webhooks/announce.ts';
import { recordCreations } from './record.ts';
import { checkReferences } from './references.ts';
import { createItem, newRow } from './write-item.ts';

/** So many items and their records are in memory as rows at a time. */
const PART = 1000;

/** Creates items inside the transaction under way, together where they are alike, and returns their keys in the same order. */
export function createMany(tx: Transaction, collection: Collection, payloads: readonly Payload[]): Promise<Stored[]> {
  const create = areAlike(tx.context, collection, payloads) ? createTogether : createEach;
  return create(tx, collection, payloads);
}

/**
 * Creates items that are alike: they and their records are inserted many at once; each is checked as it would be alone.
 * Returns their keys. Errors as for one, of which those of the database may name another item.
 */
export async function createTogether(
  tx: Transaction,
  collection: Collection,
  payloads: readonly Payload[],
): Promise<Stored[]> {
  const keys: Stored[] = [];
  for (let from = 0; from < payloads.length; from += PART)
    keys.push(...(await createPart(tx, collection, payloads.slice(from, from + PART))));
  return keys;
}

/** Creates items one after the other, so that the first error is that of the first item with one. Returns their keys. */
export async function createEach(
  tx: Transaction,
  collection: Collection,
  payloads: readonly Payload[],
): Promise<Stored[]> {
  const keys: Stored[] = [];
  for (const payload of payloads) keys.push(await createItem(tx, collection, payload));
  return keys;
}

async function createPart(tx: Transaction, collection: Collection, payloads: readonly Payload[]): Promise<Stored[]> {
  const rows: Values[] = [];
  for (const payload of payloads) rows.push(await newRow(tx, collection, payload));
  await checkReferences(tx, collection, payloads);
  const keys = await insertRows(tx, collection, rows);
  await recordCreations(tx, collection, keys, payloads);
  return keys;
}

/** Whether items are plain rows: several, of a collection without rules and hooks, and nothing nested in any. */
export function areAlike({ store }: Context, collection: Collection, payloads: readonly Payload[]): boolean {
  if (payloads.length < 2 || store.extensions || isAnnounced(store, 'create', collection)) return false;
  if (Object.keys(rulesOf(collection.name)).length > 0) return false;
  return payloads.every((payload) => isFlat(collection, payload));
}
