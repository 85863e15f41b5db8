import { columnKind, INTEGRAL, type Kind, NUMERIC } from '../schema/datatypes.ts';
import type { Stored } from '../schema/stored.ts';
import type { ColumnChange } from './misfit.ts';

type IsChanged = (value: Stored) => boolean;

const DEFAULT_SCALE = 0;

/**
 * Returns a test for stored values that lose information in the column's new datatype: decimals are cut, times of day
 * are dropped, texts are rewritten as numbers. Null if no value does.
 */
export function changesValue(change: ColumnChange): IsChanged | null {
  const [from, to] = [columnKind(change.before), columnKind(change.after)];
  if (from === 'text' && NUMERIC.has(to)) return isSpelledOtherwise;
  if ((from === 'datetime' || from === 'text') && to === 'date') return hasTime;
  if (to === 'float' && (from === 'bigint' || from === 'decimal')) return isInexact;
  return from === 'decimal' || from === 'float' ? cutDecimals(change, to) : null;
}

function cutDecimals({ before, after }: ColumnChange, to: Kind): IsChanged | null {
  if (INTEGRAL.has(to)) return hasDecimals(0);
  if (to !== 'decimal') return null;
  const had = before.datatype === 'DECIMAL' ? scaleOf(before.arguments) : Number.POSITIVE_INFINITY;
  const has = scaleOf(after.arguments);
  return has < had ? hasDecimals(has) : null;
}

const isGiven: IsChanged = (value) => value !== null && value !== '';

const scaleOf = (size: string | null): number => Number(size?.split(',')[1] ?? DEFAULT_SCALE);

const hasDecimals =
  (most: number): IsChanged =>
  (value) =>
    value !== null && withoutZeros(String(value).split('.')[1] ?? '').length > most;

const isInexact: IsChanged = (value) => isGiven(value) && plain(String(Number(value))) !== plain(String(value));

/** Without trailing zeros after the point. */
const plain = (text: string): string => (text.includes('.') ? withoutZeros(text).replace(/\.$/, '') : text);

function withoutZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

const isSpelledOtherwise: IsChanged = (value) => isGiven(value) && String(Number(value)) !== String(value);

const hasTime: IsChanged = (value) => /[ T](?!00:00:00)/.test(String(value));
