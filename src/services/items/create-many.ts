import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { insertRows, type Values } from '../rows.ts';
import { rulesOf } from '../system/all.ts';
import { isAnnounced } from '../webhooks/announce.ts';
import type { Writing } from '../writing.ts';
import type { Payload } from './payload.ts';
import { createItem, newRow } from './write-item.ts';

/**
 * Creates items inside the transaction under way. Those that leave no records, have no lists of related items and
 * follow no rules of a system collection are inserted many at once; each is checked as it would be alone. Errors as
 * for one.
 */
export async function createMany(
  writing: Writing,
  collection: Collection,
  payloads: readonly Payload[],
): Promise<void> {
  const rows: Values[] = [];
  for (const payload of payloads) {
    if (isPlain(writing, collection, payload)) rows.push(await newRow(writing, collection, payload));
    else await createItem(writing, collection, payload);
  }
  await insertRows(writing, collection, rows);
}

function isPlain({ context, undo }: Writing, collection: Collection, payload: Payload): boolean {
  const { name, byName } = collection;
  if (isAnnounced(context.store, 'create', collection)) return false;
  if (!context.skipActivity || undo || Object.keys(rulesOf(name)).length > 0) return false;
  return Object.entries(payload).every(([key, value]) => !Array.isArray(value) || !isList(byName.get(key)));
}

const isList = (field: Field | undefined): boolean => field?.relation?.kind === 'o2m';
