import { comparedDatetime } from '../shared/datetime.ts';
import { withoutEnding } from '../shared/without-ending.ts';
import type { Field } from './field.ts';
import type { Stored } from './stored.ts';

/**
 * Whether a field identifies items by moments with a fraction of a second. Without the fraction, several items would
 * show the same key.
 */
export const isExactMoment = ({ kind, type, column, relation }: Field): boolean =>
  kind === 'datetime' &&
  column?.fraction !== undefined &&
  (column.primaryKey || relation?.kind === 'm2o') &&
  type.read === undefined;

/** The zone of the engine's session, in which moments are read together with their fraction. */
const ZONE = /(:\d\d(?:\.\d+)?)[+-]\d\d(?::\d\d)*(?= BC$|$)/;

/** The key as answers show it: with its fraction, unless that is zero. A zero date is null. */
export function shownMoment(stored: Stored): string | null {
  if (stored === null || String(stored).startsWith('0000-00-00')) return null;
  return String(stored).replace(ZONE, '$1').replace(/\.0+$/, '');
}

/** A text that is the same for equal moments, even if their columns have fractions of different length. */
export function momentName(stored: Stored): string {
  const shown = String(shownMoment(stored));
  return shown.includes('.') ? withoutEnding(shown, '0') : shown;
}

/** The stored form of a key that was sent; undefined if it is not a moment. */
export function sentMoment(value: unknown): string | undefined {
  return typeof value === 'string' ? comparedDatetime(value) : undefined;
}
