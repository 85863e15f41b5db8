import { isCalendarDate, isSqlDatetime, isTimeOfDay } from '../shared/datetime.ts';
import { asNumber } from '../shared/text.ts';
import type { Column } from './column.ts';
import { columnKind, datatypeOf, INTEGRAL, type Kind, NUMERIC, TEMPORAL } from './datatypes.ts';
import { integerRange } from './integer-range.ts';
import { kinds } from './kinds.ts';

const FRACTIONS: readonly Kind[] = ['decimal', 'float'];

/** Whether there can be values that a column with a new definition cannot hold. */
export function mayMisfit(before: Column, after: Column): boolean {
  const [from, to] = [columnKind(before), columnKind(after)];
  if (to === 'choice') return from !== to || before.arguments !== after.arguments;
  if (TEMPORAL.has(to)) return from !== to && !(isDated(from) && isDated(to));
  if (!NUMERIC.has(to) || from === 'binary') return false;
  if (!NUMERIC.has(from) || (INTEGRAL.has(to) && FRACTIONS.includes(from))) return true;
  return isNarrower(before, after);
}

/** Fewer bytes, another sign, or fewer digits. */
function isNarrower(before: Column, after: Column): boolean {
  const bytes = ({ datatype }: Column): number => datatypeOf(datatype).bytes ?? 8;
  if (!FRACTIONS.includes(columnKind(after))) return bytes(after) < bytes(before) || after.signed !== before.signed;
  return mostIn(after) < (columnKind(before) === columnKind(after) ? mostIn(before) : Number.POSITIVE_INFINITY);
}

/**
 * Whether a column with a new definition can hold a value, as the same value on every engine. Engines convert more, but
 * each in its own way: MySQL makes today of a time, and the position of a member of it.
 */
export function fits(value: unknown, before: Column, after: Column): boolean {
  const [from, to] = [columnKind(before), columnKind(after)];
  if (TEMPORAL.has(from) || from === 'choice') return to === 'choice' && from === to && isMember(value, after);
  if (TEMPORAL.has(to)) return !NUMERIC.has(from) && isMoment(to, value);
  if (to === 'choice') return !NUMERIC.has(from) && isMember(value, after);
  if (INTEGRAL.has(to) && FRACTIONS.includes(from)) return isInRange(Math.round(asNumber(value)), after);
  return kinds[to].validate(value, after) === undefined && Math.abs(asNumber(value)) < mostIn(after);
}

const isMember = (value: unknown, after: Column): boolean =>
  value !== '' && kinds.choice.validate(value, after) === undefined;

function isMoment(to: Kind, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return isDated(to) ? isCalendarDate(value) || isSqlDatetime(value) : isTimeOfDay(value);
}

const isDated = (kind: Kind): boolean => kind === 'date' || kind === 'datetime';

function isInRange(value: number, column: Column): boolean {
  const [low, high] = integerRange(column);
  return value >= low && value <= high;
}

/** The first number that has too many digits before the point once its decimal places are rounded. */
function mostIn(column: Column): number {
  const [digits, decimals = '0'] = FRACTIONS.includes(columnKind(column)) ? (column.arguments ?? '').split(',') : [''];
  if (!digits) return datatypeOf(column.datatype).largest ?? Number.POSITIVE_INFINITY;
  return Number(`${'9'.repeat(Number(digits) - Number(decimals))}.${'9'.repeat(Number(decimals))}5`);
}
