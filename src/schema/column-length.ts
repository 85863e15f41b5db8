import type { Column } from './column.ts';
import { datatypeOf } from './datatypes.ts';

const DIGITS: Readonly<Record<number, readonly [signed: string, unsigned: string]>> = {
  1: ['3', '3'],
  2: ['5', '5'],
  3: ['7', '8'],
  4: ['10', '10'],
  8: ['19', '20'],
};
const UNBOUNDED: Readonly<Record<string, string>> = {
  FLOAT: '12,0',
  DECIMAL: '10,0',
  DEC: '10,0',
  FIXED: '10,0',
  NUMERIC: '10,0',
};

/**
 * The `length` of a column as field objects show it: digits of an integer, `precision,scale` of a decimal, characters
 * of a text; null if there is no limit worth showing. (Contract, S-80.)
 */
export function columnLength(column: Pick<Column, 'datatype' | 'arguments' | 'signed'>): string | null {
  const { kind, bytes } = datatypeOf(column.datatype);
  switch (kind) {
    case 'integer':
    case 'bigint':
      return DIGITS[bytes ?? 4]?.[column.signed ? 0 : 1] ?? null;
    case 'decimal':
    case 'float':
      return decimalLength(column);
    case 'choice':
      return String(longestChoice(column));
    case 'text':
    case 'binary':
      return column.arguments;
    default:
      return null;
  }
}

/** The length of the longest value; for a set, that is all of its members together. */
function longestChoice(column: Pick<Column, 'datatype' | 'arguments'>): number {
  const members = choices(column);
  if (column.datatype === 'SET') return Math.max(1, members.join(',').length);
  return Math.max(1, ...members.map((member) => member.length));
}

function decimalLength(column: Pick<Column, 'datatype' | 'arguments'>): string {
  if (column.arguments === null) return UNBOUNDED[column.datatype] ?? '22,0';
  return column.arguments.includes(',') ? column.arguments : `${column.arguments},0`;
}

/** The members of an `ENUM` or `SET` column. */
export function choices(column: Pick<Column, 'arguments'>): string[] {
  return Array.from((column.arguments ?? '').matchAll(/'((?:[^']|'')*)'/g), (match) =>
    (match[1] ?? '').replaceAll("''", "'"),
  );
}
