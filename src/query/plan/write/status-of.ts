import type { Collection } from '../../../schema/collection.ts';
import { asText } from '../../../shared/text.ts';
import { type Payload, sentIn } from './payload.ts';

/**
 * The status of an item after the write: the one sent, else the stored one, else the column's default; null for none.
 */
export function statusOf({ status }: Collection, payload: Payload, stored: Payload | null): string | null {
  if (!status) return null;
  return textOf(
    sentIn(payload, status.field.name) ?? (stored ? stored[status.field.name] : status.field.column?.default),
  );
}

/** A status is a text, or a number if its column is numeric. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** Whether a change moves an item into a status that hides it. */
export function hidesItem({ status }: Collection, payload: Payload): boolean {
  return status?.statuses.get(asText(sentIn(payload, status.field.name)))?.softDelete === true;
}
