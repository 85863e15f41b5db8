import { violation } from '../../../errors/violations.ts';
import type { Collection } from '../../../schema/collection.ts';
import type { Field } from '../../../schema/field.ts';
import type { Payload } from './validate.ts';

/** The status that an item has or gets: the one sent, else the stored one, else the column's default; null for none. */
export function statusOf({ status }: Collection, payload: Payload, stored: Payload | null): string | null {
  if (!status) return null;
  return textOf(payload[status.field.name] ?? (stored ? stored[status.field.name] : status.field.column?.default));
}

/** Whether a change moves an item from one status to another. */
export function movesStatus(collection: Collection, payload: Payload, stored: Payload): boolean {
  return statusOf(collection, payload, stored) !== statusOf(collection, {}, stored);
}

/**
 * Why a field's value is no status of the collection, in the contract's words; undefined when it is one, and for other
 * fields. What is stored may be sent again, whatever it is.
 */
export function brokenStatus(
  { status }: Collection,
  { name }: Field,
  payload: Payload,
  stored: Payload | null,
): string | undefined {
  if (status?.field.name !== name || !Object.hasOwn(payload, name)) return undefined;
  const sent = payload[name];
  if (stored && Object.hasOwn(stored, name) && stored[name] === sent) return undefined;
  if (sent === undefined || status.statuses.has(textOf(sent) ?? '')) return undefined;
  return violation.expected(`one of ${[...status.statuses.keys()].join(', ')}`);
}

/** A status is a text, or a number where its column is one. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
