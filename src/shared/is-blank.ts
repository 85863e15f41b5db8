import { isGiven } from './is-given.ts';

/** Whether a value counts as missing: it is not given, or an empty list. */
export function isBlank(value: unknown): boolean {
  return !isGiven(value) || (Array.isArray(value) && value.length === 0);
}
