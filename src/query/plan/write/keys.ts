import type { Collection } from '../../../schema/collection.ts';
import type { Field } from '../../../schema/field.ts';
import { kinds } from '../../../schema/kinds.ts';
import { operand } from '../../../schema/operand.ts';
import { primaryKeyOf } from '../../../schema/schema.ts';
import type { Stored } from '../../../schema/stored.ts';
import { isWholeDecimalKey } from '../../../schema/whole-decimal.ts';

const WHOLE_NUMBER = /^\s*(0|-?[1-9]\d*)\s*$/;

/** Whether a text is well-formed as a key. A malformed key is treated as that of a missing item, not as an error. */
export function isKey(key: Field, text: string): boolean {
  const kind = key.kind ?? 'text';
  if (kind === 'integer' || kind === 'bigint')
    return WHOLE_NUMBER.test(text) && (!key.column || kinds[kind].validate(text, key.column) === undefined);
  if (isWholeDecimalKey(key)) return WHOLE_NUMBER.test(text);
  return text !== '' && operand(text, kind, key.column) !== undefined;
}

/** The stored form of a key; null for malformed text. */
export function toKey(collection: Collection, text: string): Stored {
  const field = primaryKeyOf(collection);
  return isKey(field, text) ? (operand(text, field.kind ?? 'text', field.column) ?? null) : null;
}
