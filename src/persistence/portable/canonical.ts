import type { Column } from '../../schema/column.ts';
import { columnKind, datatypeOf, type Kind } from '../../schema/datatypes.ts';
import type { Stored } from '../../schema/stored.ts';
import { decimalPlaces } from '../../schema/text-form.ts';
import { withoutEnding } from '../../shared/without-ending.ts';
import { withoutExponent } from '../../shared/without-exponent.ts';

type Write = (value: NonNullable<Stored>, column: Column) => string | null;

/** Writes the canonical text of a value by kind, independent of the driver; values of other kinds are texts already. */
const WRITERS: Readonly<Partial<Record<Kind, Write>>> = {
  decimal: (value, column) => plainDecimal(value, decimalPlaces(column)),
  float: (value, { datatype }) => String(datatype === 'FLOAT' ? Math.fround(Number(value)) : Number(value)),
  time: moment,
  datetime: moment,
  binary: (value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)),
};

/** A stored value as text that is the same on every engine; null stays null. */
export function canonical(value: Stored, column: Column): string | null {
  if (value === null) return null;
  const write = WRITERS[columnKind(column)];
  return write ? write(value, column) : String(value);
}

const WHOLE = /^-?\d+$/;

/**
 * Converts a stored value for another engine: decimals keep their digits as text, moments their fractions, and whole
 * numbers are no texts, which SQLite would round beyond 64 bits instead of refusing them.
 */
export function portableValue(value: Stored, column: Column): Stored {
  const { kind } = datatypeOf(column.datatype);
  if (kind === 'bigint' && typeof value === 'string' && WHOLE.test(value)) return BigInt(value);
  if (kind === 'decimal' || column.fraction !== undefined) return canonical(value, column);
  if (value === null || value instanceof Uint8Array || typeof value === 'string') return value;
  return kind === 'text' || kind === 'choice' || kind === 'json' ? String(value) : value;
}

/**
 * A moment. One that was read with its fraction loses trailing zeros and the zone in which the engine's session writes
 * it; a zero date becomes null, as it does without a fraction.
 */
function moment(value: NonNullable<Stored>, { fraction }: Column): string | null {
  const text = String(value);
  if (fraction === undefined) return text;
  if (text.startsWith('0000-00-00')) return null;
  const [whole = '', digits = ''] = text.replace(ZONE, '').split('.');
  const significant = withoutEnding(digits, '0');
  return significant === '' ? whole : `${whole}.${significant}`;
}

const ZONE = /(?<=\d)[+-]\d\d(?::\d\d)*(?= BC$|$)/;

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
