import type { Collection } from '../../schema/collection.ts';
import type { Stored } from '../../schema/field-type.ts';
import type { Context } from '../context.ts';
import { insertRows, type Values } from '../rows.ts';
import { rulesOf } from '../system/all.ts';
import { isAnnounced } from '../webhooks/announce.ts';
import type { Writing } from '../writing.ts';
import { isFlat, type Payload } from './payload.ts';
import { recordCreations } from './record.ts';
import { checkReferences } from './references.ts';
import { createItem, newRow } from './write-item.ts';

/** So many items and their records are in memory as rows at a time. */
const PART = 1000;

/** Creates items inside the transaction under way, together where they are alike, and returns their keys in the same order. */
export function createMany(writing: Writing, collection: Collection, payloads: readonly Payload[]): Promise<Stored[]> {
  const create = areAlike(writing.context, collection, payloads) ? createTogether : createEach;
  return create(writing, collection, payloads);
}

/**
 * Creates items that are alike: they and their records are inserted many at once; each is checked as it would be alone.
 * Returns their keys. Errors as for one, of which those of the database may name another item.
 */
export async function createTogether(
  writing: Writing,
  collection: Collection,
  payloads: readonly Payload[],
): Promise<Stored[]> {
  const keys: Stored[] = [];
  for (let from = 0; from < payloads.length; from += PART)
    keys.push(...(await createPart(writing, collection, payloads.slice(from, from + PART))));
  return keys;
}

/** Creates items one after the other, so that the first error is that of the first item with one. Returns their keys. */
export async function createEach(
  writing: Writing,
  collection: Collection,
  payloads: readonly Payload[],
): Promise<Stored[]> {
  const keys: Stored[] = [];
  for (const payload of payloads) keys.push(await createItem(writing, collection, payload));
  return keys;
}

async function createPart(writing: Writing, collection: Collection, payloads: readonly Payload[]): Promise<Stored[]> {
  const rows: Values[] = [];
  for (const payload of payloads) rows.push(await newRow(writing, collection, payload));
  await checkReferences(writing, collection, payloads);
  const keys = await insertRows(writing, collection, rows);
  await recordCreations(writing, collection, keys, payloads);
  return keys;
}

/** Whether items are plain rows: several, of a collection without rules and hooks, and nothing nested in any. */
export function areAlike({ store }: Context, collection: Collection, payloads: readonly Payload[]): boolean {
  if (payloads.length < 2 || store.extensions || isAnnounced(store, 'create', collection)) return false;
  if (Object.keys(rulesOf(collection.name)).length > 0) return false;
  return payloads.every((payload) => isFlat(collection, payload));
}
