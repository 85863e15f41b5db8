import { violation } from '../errors/violations.ts';
import { comparedDatetime, isCalendarDate, isTimeOfDay, padMoment, parseDatetime } from '../shared/datetime.ts';
import { asText } from '../shared/text.ts';
import { withoutExponent } from '../shared/without-exponent.ts';
import type { Column } from './column.ts';
import { choices } from './column-length.ts';
import { datatypeOf, type Kind } from './datatypes.ts';
import { integerRange } from './integer-range.ts';
import type { JsonForm, Stored } from './stored.ts';
import { storedText } from './stored-text.ts';

/** What applies to all values of a kind of column, whatever the type of the field. */
interface KindRules {
  /** Why a non-null value cannot be stored; undefined if it can. */
  validate(value: unknown, column: Column): string | undefined;
  /** The stored form of a value that passed {@link validate}. */
  store(value: unknown): Stored;
  /** The external form of a non-null stored value; absent if it is the same. */
  readonly read?: (stored: Stored) => unknown;
  /** The external form of null; absent means null. */
  readonly readNull?: unknown;
  /** The form in which a database writes a stored value as JSON, if {@link read} is absent; absent if it cannot. */
  readonly form?: JsonForm;
  /** Parses an operand of a query; undefined if the text is not a valid value. */
  operand(text: string): Stored | undefined;
}

const INTEGER = /^[+-]?\d{1,40}$/;
const DECIMAL = /^[+-]?(\d{1,70}(\.\d{0,40})?|\.\d{1,40})$/;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;
/** Text that engines treat differently: NUL, and lone surrogates. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Whether every engine can store a text. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

/** Whole numbers that a `number` holds exactly, because they are short. */
const SHORT = /^(?:0|-?[1-9]\d{0,14})$/;

function narrow(value: bigint): number | bigint {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

function parseInteger(value: unknown): bigint | undefined {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  const text = typeof value === 'number' ? plainNumber(value) : asText(value).trim();
  return INTEGER.test(text) ? BigInt(text) : undefined;
}

/** Whether JSON has named a number that is too large for a `number`. */
const isInfinite = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value);

/** Formats a number, avoiding exponents where possible. */
function plainNumber(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

const integer: KindRules = {
  validate(value, column) {
    if (isInfinite(value)) return violation.type('numeric');
    const parsed = typeof value === 'string' && SHORT.test(value) ? Number(value) : parseInteger(value);
    if (parsed === undefined) return violation.type('numeric');
    const [low, high] = integerRange(column);
    const fits = (parsed >= low && parsed <= high) || Number(parsed) === 0;
    return fits ? undefined : violation.range(String(low), String(high));
  },
  store: (value) => narrow(parseInteger(value) ?? 0n),
  form: 'integer',
  operand(text) {
    if (SHORT.test(text)) return Number(text);
    const integer = parseInteger(text);
    if (integer !== undefined) return narrow(integer);
    return NUMBER.test(text.trim()) ? Number(text) : undefined;
  },
};

const bigint: KindRules = { ...integer, read: String };

const decimal: KindRules = {
  validate(value) {
    const text = typeof value === 'number' ? withoutExponent(String(value)) : typeof value === 'boolean' ? '1' : value;
    return typeof text === 'string' && DECIMAL.test(text.trim()) ? undefined : violation.type('numeric');
  },
  store: (value) =>
    typeof value === 'string' ? value.trim() : typeof value === 'boolean' ? Number(value) : (value as number),
  read: Number,
  readNull: 0,
  operand: (text) => (NUMBER.test(text.trim()) ? text.trim() : undefined),
};

const float: KindRules = {
  ...decimal,
  validate(value, { datatype }) {
    const text = typeof value === 'number' ? String(value) : value;
    const number = typeof text === 'string' && NUMBER.test(text.trim()) ? Number(text) : Number.NaN;
    if (!Number.isFinite(number)) return violation.type('numeric');
    const { largest = Number.MAX_VALUE } = datatypeOf(datatype);
    return Math.abs(number) <= largest ? undefined : violation.range(String(-largest), String(largest));
  },
  store: Number,
  operand: (text) => (NUMBER.test(text.trim()) ? Number(text) : undefined),
};

const text: KindRules = {
  validate: (value) => (isInfinite(value) || !isStorable(asText(value)) ? violation.invalid : undefined),
  store: storedText,
  form: 'text',
  operand: (value) => (isStorable(value) ? value : undefined),
};

const choice: KindRules = {
  ...text,
  validate(value, column) {
    const allowed = choices(column);
    const given = column.datatype === 'SET' && value !== '' ? asText(value).split(',') : [asText(value)];
    return given.every((member) => allowed.includes(member) || member === '') ? undefined : violation.invalid;
  },
};

const moment = (isValid: (text: string) => boolean, message: string, pad: (text: string) => string): KindRules => ({
  validate: (value) => (typeof value === 'string' && (value === '' || isValid(value)) ? undefined : message),
  store: (value) => (value === '' ? null : asText(value)),
  form: 'text',
  operand: (value) => (isValid(pad(value)) ? pad(value) : undefined),
});

const date = moment(isCalendarDate, violation.date, (value) => {
  const padded = padMoment(value);
  return isCalendarDate(padded.slice(0, 10)) ? padded.slice(0, 10) : value;
});
const time = moment(isTimeOfDay, violation.time, (value) => (/^\d\d:\d\d$/.test(value) ? `${value}:00` : value));
const datetime: KindRules = {
  ...moment(
    (value) => parseDatetime(value) !== undefined,
    violation.datetime,
    (value) => value,
  ),
  store: (value) => parseDatetime(asText(value)) ?? null,
  operand: comparedDatetime,
};

const binary: KindRules = {
  validate: (value) =>
    typeof value === 'string' && /^[A-Za-z0-9+/\s]*={0,2}$/.test(value) ? undefined : violation.invalid,
  store: (value) => Buffer.from(asText(value), 'base64'),
  read: (stored) => (stored instanceof Uint8Array ? Buffer.from(stored).toString('base64') : stored),
  operand: (value) => Buffer.from(value, 'base64'),
};

/** The rules of each kind of column. (Contract, T-1 to T-33.) */
export const kinds: Readonly<Record<Kind, KindRules>> = {
  integer,
  bigint,
  decimal,
  float,
  text,
  choice,
  date,
  time,
  datetime,
  binary,
  json: text,
};
