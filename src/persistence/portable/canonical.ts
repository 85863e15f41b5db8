import type { Column } from '../../schema/column.ts';
import { datatypeOf, type Kind } from '../../schema/datatypes.ts';
import type { Stored } from '../../schema/stored.ts';
import { decimalPlaces } from '../../schema/text-form.ts';
import { withoutEnding } from '../../shared/without-ending.ts';
import { withoutExponent } from '../../shared/without-exponent.ts';

type Write = (value: NonNullable<Stored>, column: Column) => string;

/** Writes the canonical text of a value by kind, independent of the driver; values of other kinds are texts already. */
const WRITERS: Readonly<Partial<Record<Kind, Write>>> = {
  decimal: (value, column) => plainDecimal(value, decimalPlaces(column)),
  float: (value, { datatype }) => String(datatype === 'FLOAT' ? Math.fround(Number(value)) : Number(value)),
  binary: (value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)),
};

/** A stored value as text that is the same on every engine; null stays null. */
export function canonical(value: Stored, column: Column): string | null {
  if (value === null) return null;
  const write = WRITERS[datatypeOf(column.datatype).kind];
  return write ? write(value, column) : String(value);
}

/** Converts a stored value for another engine: decimals keep their digits as text. */
export function portableValue(value: Stored, column: Column): Stored {
  const { kind } = datatypeOf(column.datatype);
  if (kind === 'decimal') return canonical(value, column);
  if (value === null || value instanceof Uint8Array || typeof value === 'string') return value;
  return kind === 'text' || kind === 'choice' || kind === 'json' ? String(value) : value;
}

/**
 * The digits without exponent and trailing zeros. SQLite computes decimals as floating-point numbers, so what is beyond
 * the decimal places of their column is rounded.
 */
function plainDecimal(value: NonNullable<Stored>, places: number | null): string {
  const digits = withoutExponent(String(value));
  const [, fraction = ''] = digits.split('.');
  const isLong = typeof value === 'number' && places !== null && fraction.length > places;
  const text = isLong ? value.toFixed(places) : digits;
  const trimmed = text.includes('.') ? withoutEnding(withoutEnding(text, '0'), '.') : text;
  return trimmed === '-0' ? '0' : trimmed;
}
