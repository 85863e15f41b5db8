import { violation } from '../errors/violations.ts';
import { plainDecimal } from '../shared/plain-decimal.ts';
import { datatypeOf } from './datatypes.ts';
import { isExactMoment, sentMoment, shownMoment } from './exact-moment.ts';
import type { Field } from './field.ts';
import { kinds } from './kinds.ts';
import type { JsonForm, Stored } from './stored.ts';
import { isMasked, MASK } from './system/masked.ts';
import { isWholeDecimalKey, isWideKey, wholeKey } from './whole-decimal.ts';

/** Why a non-null value cannot be stored in a field, in the contract's words; undefined if it can. */
export function validateValue(value: unknown, field: Field): string | undefined {
  if (isExactMoment(field)) return value === '' || sentMoment(value) !== undefined ? undefined : violation.datetime;
  const ofType = field.type.validate?.(value, field);
  if (ofType !== undefined || field.kind === null || field.column === null) return ofType;
  if (field.type.store) return validateStored(field.type.store(value, field), field);
  return kinds[field.kind].validate(value, field.column);
}

/** A type that stores its values in a form of its own decides what they are, except which texts a column can hold. */
function validateStored(stored: Stored, { kind, column }: Field): string | undefined {
  const isLimited = kind === 'choice' || kind === 'text';
  return isLimited && column && stored !== null ? kinds[kind].validate(stored, column) : undefined;
}

/** The stored form of a valid value of a field with a column. */
export function storeValue(value: unknown, field: Field): Stored {
  if (value === null || value === undefined) return null;
  if (isExactMoment(field)) return sentMoment(value) ?? null;
  if (field.type.store) return field.type.store(value, field);
  if (field.kind === null) return null;
  const stored = kinds[field.kind].store(value);
  return isWholeDecimalKey(field) ? wholeKey(stored) : stored;
}

/**
 * Returns the function that converts a stored value to its external form; undefined if both are the same. The field's
 * type takes precedence over its column. (Contract, T-1.)
 */
export function readerOf(field: Field): ((stored: Stored) => unknown) | undefined {
  if (isMasked(field.collection, field.name)) return (stored) => (stored === null || stored === '' ? null : MASK);
  if (field.type.read) return field.type.read;
  if (field.kind === null) return undefined;
  if (isExactMoment(field)) return shownMoment;
  if (isWideKey(field) && !field.type.read) return (stored) => (stored === null ? null : plainDecimal(String(stored)));
  const { read, readNull } = kinds[field.kind];
  if (!read) return mayHoldBytes(field) ? textOfBytes : undefined;
  const isReference = field.relation?.kind === 'm2o';
  const ofNull = isReference ? null : (readNull ?? datatypeOf(field.column?.datatype ?? '').readNull ?? null);
  return (stored) => (stored === null ? ofNull : read(stored));
}

/** Other programs may have stored bytes in a column of texts or moments, where the engine lets them. */
const mayHoldBytes = ({ kind }: Field): boolean => kind !== 'integer' && kind !== 'bigint';

const textOfBytes = (stored: Stored): unknown =>
  stored instanceof Uint8Array ? Buffer.from(stored).toString() : stored;

/**
 * The form in which a database can write, as JSON, what {@link readerOf} returns for the stored values of a field;
 * undefined if it cannot, and for fields without a column.
 */
export function formOf(field: Field): JsonForm | undefined {
  if (field.kind === null || field.column === null || isMasked(field.collection, field.name)) return undefined;
  if (isExactMoment(field)) return undefined;
  const { read, form } = kinds[field.kind];
  if (!field.type.read) return read ? undefined : form;
  return field.type.form?.of === form ? field.type.form?.as : undefined;
}
