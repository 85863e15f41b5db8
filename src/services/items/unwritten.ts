import type { Context } from '../../persistence/context.ts';
import type { Payload } from '../../query/plan/write/validate.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { isRecord } from '../../shared/is-record.ts';
import { type Doubt, refuseDoubts, settleDoubts } from '../strict/doubts.ts';

/**
 * Refuses what nothing would write: lists of related items that are no lists, and lists of fields that have no relation
 * yet. What is sent for other fields without a column is refused in strict projects alone. Null says nothing. Error 4.
 */
export function checkWritten(context: Context, collection: Collection, payload: Payload): void {
  for (const [name, value] of Object.entries(payload)) {
    const field = collection.byName.get(name);
    if (!field || field.column || field.madeOf || value === null || value === undefined) continue;
    if (field.relation) refuseDoubts(noList(field, value));
    else if (field.type.toMany) refuseDoubts(noRelation(collection, field, value));
    else settleDoubts(context, [noPlace(field)]);
  }
}

function noList({ name }: Field, value: unknown): Doubt[] {
  if (Array.isArray(value)) return [];
  const sent = isRecord(value) ? 'an object' : `a ${typeof value}`;
  const reason = `This value should be a list of related items or their keys, such as [{"id": 1}], and not ${sent}.`;
  return [{ at: name, reason }];
}

function noRelation(collection: Collection, { name }: Field, value: unknown): Doubt[] {
  if (Array.isArray(value) && value.length === 0) return [];
  const reason = `"${collection.name}" has no relation for this field yet: make it first with POST /relations.`;
  return [{ at: name, reason }];
}

function noPlace({ name, type }: Field): Doubt {
  return { at: name, reason: `A field of the type "${type.name}" holds no values: leave it out.`, quiet: true };
}
