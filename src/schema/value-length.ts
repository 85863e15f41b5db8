import { columnLength } from './column-length.ts';
import type { Field } from './field.ts';

/**
 * The supported length of a field when a value exceeds it, else undefined: characters of a text, digits of an
 * integer, digits on each side of the point of a decimal, where a minus counts as one. (Facts of items and queries, section 5.3.)
 */
export function exceededLength(value: unknown, field: Field): string | undefined {
  const { column, kind } = field;
  if (value === null || value === undefined || column === null || field.relation !== null) return undefined;
  const length = columnLength(column);
  if (length === null) return undefined;
  if (kind === 'text') return [...textOf(value)].length > Number(length) ? length : undefined;
  if (kind === 'integer' || kind === 'bigint') return hasMoreDigits(value, Number(length)) ? length : undefined;
  if (kind === 'decimal') return exceedsDecimal(value, length) ? length : undefined;
  return undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function hasMoreDigits(value: unknown, digits: number): boolean {
  const match = /^[+-]?0*(\d+)$/.exec(String(value).trim());
  return match?.[1] !== undefined && match[1].length > digits;
}

function exceedsDecimal(value: unknown, length: string): boolean {
  const match = /^(-?)\+?0*(\d*)(?:\.(\d*))?$/.exec(String(value).trim());
  if (!match) return false;
  const [precision = 0, scale = 0] = length.split(',').map(Number);
  const [, sign = '', digits = '', fraction = ''] = match;
  return sign.length + digits.length > precision - scale || fraction.replace(/0+$/, '').length > scale;
}
