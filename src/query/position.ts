import { unprocessable } from '../errors/unprocessable.ts';
import type { Kind } from '../schema/datatypes.ts';
import { kinds } from '../schema/kinds.ts';
import type { Stored } from '../schema/stored.ts';
import { isRecord } from '../shared/is-record.ts';

/** A value of a position as a cursor holds it: as columns of its kind usually hold it, or else with its type. */
export type PositionValue = string | number | null | Unusual;

/**
 * A value that is unusual for its column, such as a text in a column of numbers, which SQLite permits, or a number that
 * is not finite.
 */
type Unusual =
  | { readonly text: string }
  | { readonly number: number }
  | { readonly special: 'NaN' | 'Infinity' | '-Infinity' }
  | { readonly bytes: string };

/** The value of a position for a value by which a row is sorted. */
export function positionOf(value: Stored, kind: Kind): PositionValue {
  if (value === null) return null;
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value).toString('base64');
    return kind === 'binary' ? bytes : { bytes };
  }
  const plain = typeof value === 'boolean' ? Number(value) : typeof value === 'bigint' ? String(value) : value;
  if (kind !== 'binary' && READ[kind](plain) !== undefined) return plain;
  if (typeof plain === 'string') return { text: plain };
  return Number.isFinite(plain) ? { number: plain } : { special: String(plain) as 'NaN' | 'Infinity' | '-Infinity' };
}

/** A value of a position in the form that the column is compared with. Error 12 if the column cannot hold it. */
export function storedAt(value: PositionValue | undefined, kind: Kind): Stored {
  const isPlain = typeof value === 'string' || typeof value === 'number';
  const stored = isPlain ? READ[kind](value) : value && unusual(value);
  if (stored === null || stored === undefined) throw unprocessable('The cursor holds a value of another type');
  return stored;
}

function unusual(value: Unusual): Stored | undefined {
  if ('text' in value) return kinds.text.operand(value.text);
  if ('number' in value) return value.number;
  return 'special' in value ? Number(value.special) : Buffer.from(value.bytes, 'base64');
}

/** Whether a value of a cursor that somebody sent has the form of a position's value. */
export function isPositionValue(value: unknown): value is PositionValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return true;
  if (!isRecord(value) || Object.keys(value).length !== 1) return false;
  const { text, number, special, bytes } = value;
  return typeof text === 'string' || typeof number === 'number' || typeof bytes === 'string' || SPECIAL.has(special);
}

const SPECIAL: ReadonlySet<unknown> = new Set(['NaN', 'Infinity', '-Infinity']);

type Reading = (value: string | number) => Stored | undefined;

const WHOLE = /^-?\d{1,30}$/;
const MOMENT = /^[-+:. \da-z]{1,40}$/i;

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);
const whole: Reading = (value) => (WHOLE.test(String(value)) ? kinds.integer.operand(String(value)) : undefined);
const decimal: Reading = (value) => {
  if (typeof value === 'number') return finite(value);
  return WHOLE.test(value) ? BigInt(value) : kinds.decimal.operand(value);
};
const text: Reading = (value) => (typeof value === 'string' ? kinds.text.operand(value) : undefined);
const moment: Reading = (value) => (typeof value === 'string' && MOMENT.test(value) ? value : undefined);

/** How usual values are read, by the kind of their column. */
const READ: Readonly<Record<Kind, Reading>> = {
  integer: whole,
  bigint: whole,
  decimal,
  float: (value) => (typeof value === 'number' ? finite(value) : undefined),
  text,
  choice: text,
  json: text,
  date: moment,
  time: moment,
  datetime: moment,
  binary: (value) => (typeof value === 'string' ? Buffer.from(value, 'base64') : undefined),
};
