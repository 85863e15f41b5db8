import { asText } from '../shared/text.ts';
import { withoutEnding } from '../shared/without-ending.ts';
import type { Column } from './column.ts';
import { columnLength } from './column-length.ts';
import { datatypeOf } from './datatypes.ts';
import type { Field } from './field.ts';

/**
 * The supported length of a field if a value exceeds it, otherwise undefined: characters of a text, bytes of binary
 * data, digits of an integer, or digits on each side of a decimal's point, where a minus sign counts as one. (Contract, I-96.)
 */
export function exceededLength(value: unknown, { column, relation }: Field): string | undefined {
  if (value === null || value === undefined || column === null || relation !== null) return undefined;
  return exceededIn(column, value);
}

/** Whether a non-null value is longer than its column. */
export function exceedsColumn(value: unknown, column: Column): boolean {
  return exceededIn(column, value) !== undefined;
}

function exceededIn(column: Column, value: unknown): string | undefined {
  const length = columnLength(column);
  if (length === null) return undefined;
  const { kind } = datatypeOf(column.datatype);
  if (kind === 'text') return hasMoreCharacters(textOf(value), Number(length)) ? length : undefined;
  if (kind === 'integer' || kind === 'bigint') return hasMoreDigits(value, Number(length)) ? length : undefined;
  if (kind === 'decimal') return exceedsDecimal(value, length) ? length : undefined;
  if (kind === 'binary') return Buffer.from(asText(value), 'base64').length > Number(length) ? length : undefined;
  return undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : asText(value);
}

/** A character takes one or two units of a string, so neither a short nor a very long string has to be counted. */
function hasMoreCharacters(text: string, characters: number): boolean {
  if (text.length <= characters) return false;
  return text.length > 2 * characters || [...text].length > characters;
}

function hasMoreDigits(value: unknown, digits: number): boolean {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(Math.abs(value)).length > digits;
  const match = /^[+-]?(\d+)$/.exec(asText(value).trim());
  return withoutZeros(match?.[1] ?? '').length > digits;
}

function exceedsDecimal(value: unknown, length: string): boolean {
  const match = /^(-?)\+?(\d*)(?:\.(\d*))?$/.exec(asText(value).trim());
  if (!match) return false;
  const [precision = 0, scale = 0] = length.split(',').map(Number);
  const [, sign = '', digits = '', fraction = ''] = match;
  const isLong = sign.length + withoutZeros(digits).length > precision - scale;
  return isLong || withoutEnding(fraction, '0').length > scale;
}

const withoutZeros = (digits: string): string => digits.replace(/^0+/, '');
