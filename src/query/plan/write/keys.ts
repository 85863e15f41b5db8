import { requireKey } from '../../../errors/require-text.ts';
import type { Collection } from '../../../schema/collection.ts';
import type { Field } from '../../../schema/field.ts';
import { kinds } from '../../../schema/kinds.ts';
import { operand } from '../../../schema/operand.ts';
import { primaryKeyOf } from '../../../schema/schema.ts';
import type { Stored } from '../../../schema/stored.ts';
import { isWholeDecimalKey } from '../../../schema/whole-decimal.ts';

const WHOLE_NUMBER = /^\s*(0|-?[1-9]\d*)\s*$/;

/** Keys of a boolean field are answered as true and false, and stored as numbers. */
const TRUTHS: ReadonlyMap<string, number> = new Map([
  ['true', 1],
  ['false', 0],
]);

const truth = ({ type }: Field, text: string): number | undefined =>
  type.name === 'boolean' ? TRUTHS.get(text.trim().toLowerCase()) : undefined;

/** Whether a text is well-formed as a key. A malformed key is treated as that of a missing item, not as an error. */
export function isKey(key: Field, text: string): boolean {
  if (truth(key, text) !== undefined) return true;
  const kind = key.kind ?? 'text';
  if (kind === 'integer' || kind === 'bigint')
    return WHOLE_NUMBER.test(text) && (!key.column || kinds[kind].validate(text, key.column) === undefined);
  if (isWholeDecimalKey(key)) return WHOLE_NUMBER.test(text);
  return text !== '' && operand(text, kind, key.column) !== undefined;
}

/** The stored form of a key; null for malformed text. */
export function toKey(collection: Collection, text: string): Stored {
  const field = primaryKeyOf(collection);
  return isKey(field, text) ? (truth(field, text) ?? operand(text, field.kind ?? 'text', field.column) ?? null) : null;
}

/** Whether a value that was sent can be a key: a text, a number, or a boolean if the key field is boolean. */
export function isBareKey(collection: Collection, value: unknown): value is string | number | boolean {
  if (typeof value === 'boolean') return primaryKeyOf(collection).type.name === 'boolean';
  return typeof value === 'string' || typeof value === 'number';
}

/** The text of a key that was sent. Error 4 if it is not a key. */
export function sentKey(collection: Collection, value: unknown): string {
  return isBareKey(collection, value) ? String(value) : requireKey(primaryKeyOf(collection).name, value);
}
