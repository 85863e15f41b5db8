import type { Column } from '../../schema/column.ts';
import { columnKind, datatypeOf, INTEGRAL, type Kind, TEMPORAL } from '../../schema/datatypes.ts';
import { decimalPlaces } from '../../schema/text-form.ts';
import { quote } from './quoting.ts';

const TEXTS: ReadonlySet<Kind> = new Set(['text', 'json']);

/** The value of a column in its new datatype, as other engines convert it. Affinity does the rest. */
export function converted(before: Column, after: Column): string {
  const column = quote(after.name);
  const [from, to] = [columnKind(before), columnKind(after)];
  if (from !== to && TEMPORAL.has(to)) return `${to}(${column})`;
  if (to === 'decimal' && isFiner(before, after)) return rounded(column, before, decimalPlaces(after) ?? 0);
  if (from === 'decimal' && TEXTS.has(to)) return decimalText(column, decimalPlaces(before) ?? 0);
  if (from === 'float' && TEXTS.has(to)) return floatText(column);
  return (from === 'decimal' || from === 'float') && INTEGRAL.has(to) ? wholeNumber(column) : column;
}

/** Whether there can be values with more decimal places than the new column has. */
function isFiner(before: Column, after: Column): boolean {
  const { kind } = datatypeOf(before.datatype);
  if (kind === 'decimal') return (decimalPlaces(before) ?? 0) > (decimalPlaces(after) ?? 0);
  return kind === 'float' || TEXTS.has(kind);
}

/**
 * Rounds the decimal number that is meant, as other engines do: the floating-point number of 1.005 is a little less, so
 * the next one is rounded. Among numbers of more than 15 digits, that would be another number. Values of other programs
 * that are no numbers stay as they are.
 */
function rounded(column: string, before: Column, places: number): string {
  const isText = TEXTS.has(columnKind(before));
  const hasPlaces = isText ? `instr(${column}, '.') > 0` : `typeof(${column}) = 'real'`;
  const nudge = `CASE WHEN abs(${column}) < 1e${15 - places} THEN 1.0000000000000002 ELSE 1.0 END`;
  return `CASE WHEN ${hasPlaces} THEN round(${column} * ${nudge}, ${places}) ELSE ${column} END`;
}

function wholeNumber(column: string): string {
  return `CASE typeof(${column}) WHEN 'integer' THEN ${column} ELSE CAST(round(${column}) AS INTEGER) END`;
}

/** With all decimal places. Values of other programs that are no numbers stay as they are. */
function decimalText(column: string, places: number): string {
  if (places === 0) return column;
  const whole = `${column} || '.${'0'.repeat(places)}'`;
  return `CASE typeof(${column}) WHEN 'integer' THEN ${whole} WHEN 'real' THEN printf('%.${places}f', ${column}) ELSE ${column} END`;
}

/** SQLite alone would write 3 as `3.0`. */
function floatText(column: string): string {
  const isWhole = `abs(${column}) < 1e17 AND ${column} = CAST(${column} AS INTEGER)`;
  return `CASE WHEN typeof(${column}) <> 'real' THEN ${column} WHEN ${isWhole} THEN CAST(${column} AS INTEGER) ELSE replace(${column}, '.0e', 'e') END`;
}
