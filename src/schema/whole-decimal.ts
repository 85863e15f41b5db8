import type { Field } from './field.ts';
import type { Stored } from './stored.ts';
import { decimalPlaces } from './text-form.ts';

/** Whole numbers with at most this many digits are exact as numbers. */
const EXACT_DIGITS = 15;
const WHOLE = /^([+-]?\d+)(?:\.0*)?$/;

/** Whether a field identifies items by whole numbers that its column declares as decimals. */
export function isWholeDecimalKey({ kind, column, relation }: Field): boolean {
  if (kind !== 'decimal' || !column) return false;
  return (column.primaryKey || relation !== null) && decimalPlaces(column) === 0;
}

/** Whether such a field may have keys that a number would round, so that they are shown as text. */
export function isWideKey(field: Field): boolean {
  return isWholeDecimalKey(field) && Number.parseInt(field.column?.arguments ?? '', 10) > EXACT_DIGITS;
}

/** All digits of a stored key, without leading zeros. */
export const wholeText = (stored: Stored): string => String(wholeNumber(stored) ?? stored);

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
