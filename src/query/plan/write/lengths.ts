import { ApiError } from '../../../errors/api-error.ts';
import type { Collection } from '../../../schema/collection.ts';
import type { Field } from '../../../schema/field.ts';
import { exceededLength } from '../../../schema/value-length.ts';
import { asText } from '../../../shared/text.ts';
import { Hashed, plainOf } from './hashed.ts';
import { mirrored } from './mirrored.ts';
import { type Payload, sentIn } from './payload.ts';

/** Refuses values that are too long for their columns, and what the server makes of them. Error 12. (Contract, I-96.) */
export function refuseLongValues({ fields, byName }: Collection, payload: Payload): void {
  for (const [name, value] of Object.entries(payload)) {
    const field = byName.get(name);
    if (field) refuseLong(field, value);
  }
  for (const field of fields)
    if (sentIn(payload, field.name) === undefined) refuseLength(field, mirrored(field, payload), asText);
}

function refuseLong(field: Field, value: unknown): void {
  refuseLength(field, plainOf(value), (plain) => (typeof plain === 'object' ? 'Json / Array' : asText(plain)));
  // A hash is not repeated in an answer, nor what it was made from.
  if (value instanceof Hashed) refuseLength(field, value.hash, () => 'Hash');
}

function refuseLength(field: Field, value: unknown, shown: (value: unknown) => string): void {
  const length = exceededLength(value, field);
  if (length === undefined) return;
  const label = field.name.replaceAll('_', ' ').replace(/\b\p{L}/gu, (letter) => letter.toUpperCase());
  throw new ApiError('valueTooLong', { value: shown(value), label, length });
}
