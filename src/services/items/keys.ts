import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import type { Stored } from '../../schema/field-type.ts';
import { kinds } from '../../schema/kinds.ts';
import { primaryKeyOf } from '../../schema/schema.ts';

/** Whether a text can be a key at all: what cannot is not found, not an error. */
export function isKey(key: Field, text: string): boolean {
  if (text === '') return false;
  const rules = kinds[key.kind ?? 'text'];
  const value = rules.operand(text);
  if (typeof value === 'number') return Number.isInteger(value);
  return value !== undefined && (typeof value !== 'bigint' || !key.column || !rules.validate(text, key.column));
}

/** The stored form of a key; null for text that can be none. */
export function toKey(collection: Collection, text: string): Stored {
  const field = primaryKeyOf(collection);
  return isKey(field, text) ? (kinds[field.kind ?? 'text'].operand(text) ?? null) : null;
}
