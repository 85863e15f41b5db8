import type { Field } from './field.ts';
import type { Stored } from './stored.ts';
import { decimalPlaces } from './text-form.ts';

/** Decimals with at most this many digits are exact as numbers. */
const EXACT_DIGITS = 15;
const WHOLE = /^([+-]?\d+)(?:\.0*)?$/;

/** Whether a field identifies items by decimals. */
const isDecimalKey = ({ kind, column, relation }: Field): boolean =>
  kind === 'decimal' && column !== null && (column.primaryKey || relation !== null);

/** Whether a field identifies items by whole numbers that its column declares as decimals. */
export const isWholeDecimalKey = (field: Field): boolean =>
  isDecimalKey(field) && field.column !== null && decimalPlaces(field.column) === 0;

/** Whether a field identifies items by decimals that a number may round, so that they are shown as text. */
export const isWideKey = (field: Field): boolean =>
  isDecimalKey(field) && Number.parseInt(field.column?.arguments ?? '', 10) > EXACT_DIGITS;

/** The stored form of a key that was sent: the same, however it was written. */
export function wholeKey(sent: Stored): Stored {
  const whole = wholeNumber(sent);
  if (whole === undefined) return sent;
  return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole;
}

function wholeNumber(value: Stored): bigint | undefined {
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  const [, digits] = WHOLE.exec(String(value)) ?? [];
  return digits === undefined ? undefined : BigInt(digits);
}
