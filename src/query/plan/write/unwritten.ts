import type { Collection } from '../../../schema/collection.ts';
import type { Field } from '../../../schema/field.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { type Doubt, refuseDoubts } from './doubts.ts';
import type { Payload } from './validate.ts';

/**
 * Refuses what nothing would write: lists of related items that are no lists, and lists of fields that have no relation
 * yet. Returns the doubts about what is sent for other fields without a column. Null says nothing. Error 4.
 */
export function checkWritten(collection: Collection, payload: Payload): Doubt[] {
  const doubts: Doubt[] = [];
  for (const [name, value] of Object.entries(payload)) {
    const field = collection.byName.get(name);
    if (!field || field.column || field.madeOf || value === null || value === undefined) continue;
    if (field.relation) refuseDoubts(noList(field, value));
    else if (field.type.toMany) refuseDoubts(noRelation(collection, field, value));
    else doubts.push(noPlace(field));
  }
  return doubts;
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
