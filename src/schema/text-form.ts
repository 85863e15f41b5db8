import type { Column } from './column.ts';
import { datatypeOf } from './datatypes.ts';
import type { Stored } from './stored.ts';

/** Engines write numbers beyond these with exponents. */
const [SMALL, LARGE] = [1e-4, 1e17];

/**
 * The text that a stored number, moment or choice becomes in a text column. Engines write very small and very large
 * floating-point numbers differently; this is the form on SQLite, because the others count the characters themselves.
 */
export function textForm(stored: Stored, column: Column): string {
  if (typeof stored !== 'number') return String(stored);
  const places = decimalPlaces(column);
  if (places !== null) return stored.toFixed(places);
  const size = Math.abs(stored);
  return stored === 0 || (size >= SMALL && size < LARGE) ? String(stored) : exponentialForm(stored);
}

/** Exponents have at least two digits. */
function exponentialForm(value: number): string {
  return value.toExponential().replace(/([+-])(\d)$/, '$10$2');
}

/** The digits that a column declares after the point; null if it declares none. */
export function decimalPlaces({ datatype, arguments: size }: Pick<Column, 'datatype' | 'arguments'>): number | null {
  const { kind } = datatypeOf(datatype);
  return (kind === 'decimal' || kind === 'float') && size !== null ? Number(size.split(',')[1] ?? 0) : null;
}
