/**
 * What a text of a filter may stand for instead of a value: nothing that columns of numbers, dates and the like could
 * hold (`value`), or no item (`key`).
 */
export type Blank = 'value' | 'key';

/** The empty text, and what clients send as the key of an item yet to be created. */
const EMPTY: ReadonlySet<string> = new Set(['', '+']);
/** The same for keys only, sent by clients that convert any value to text. */
const NO_KEY: ReadonlySet<string> = new Set(['null', 'undefined']);

/** What a text may stand for; null for a value. (Contract, Q-142.) */
export function blankOf(text: string): Blank | null {
  const trimmed = text.trim();
  if (EMPTY.has(trimmed)) return 'value';
  return NO_KEY.has(trimmed) ? 'key' : null;
}
