import { asText } from '../shared/text.ts';
import { withoutEnding } from '../shared/without-ending.ts';
import { withoutExponent } from '../shared/without-exponent.ts';
import type { Column } from './column.ts';
import { columnLength } from './column-length.ts';
import { datatypeOf, type Kind, WIDEST_DECIMAL } from './datatypes.ts';
import type { Field } from './field.ts';
import { storedText } from './stored-text.ts';

/**
 * The supported length of a field if a value exceeds it, otherwise undefined: characters of a text, bytes of binary
 * data, digits of an integer, or digits on each side of the point of a decimal or of a floating-point number with a
 * declared length, where a minus sign counts as one. (Contract, I-96.)
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
  const { kind } = datatypeOf(column.datatype);
  // Only hand-made columns of SQLite have no size, and they take any number.
  const length = kind === 'decimal' && column.arguments === null ? WIDEST_DECIMAL : columnLength(column);
  if (length === null) return undefined;
  return EXCEEDS[kind]?.(value, length, column) ? length : undefined;
}

type Exceeds = (value: unknown, length: string, column: Column) => boolean;

const isLargeInteger: Exceeds = (value, length) => hasMoreDigits(value, Number(length));

const EXCEEDS: Partial<Readonly<Record<Kind, Exceeds>>> = {
  text: (value, length) => hasMoreCharacters(textOf(value), Number(length)),
  integer: isLargeInteger,
  bigint: isLargeInteger,
  decimal: (value, length) => exceedsDecimal(withoutExponent(asText(value)), length),
  // Without a declared length, a number is only as exact as its datatype.
  float: (value, length, column) =>
    column.arguments !== null && exceedsDecimal(withoutExponent(asText(value).trim()), length),
  binary: (value, length) => Buffer.from(asText(value), 'base64').length > Number(length),
};

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : storedText(value);
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

function exceedsDecimal(value: string, length: string): boolean {
  const match = /^(-?)\+?(\d*)(?:\.(\d*))?$/.exec(value.trim());
  if (!match) return false;
  const [precision = 0, scale = 0] = length.split(',').map(Number);
  const [, sign = '', digits = '', fraction = ''] = match;
  const isLong = sign.length + withoutZeros(digits).length > precision - scale;
  return isLong || withoutEnding(fraction, '0').length > scale;
}

const withoutZeros = (digits: string): string => digits.replace(/^0+/, '');
