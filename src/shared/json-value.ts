/** Texts with a character that JSON writes otherwise. */
const ESCAPED = /[^ !\u0023-\u005b\u005d-\ud7ff\ue000-\uffff]/;

/**
 * The JSON text of a value, as `JSON.stringify` writes it; undefined for what it leaves out. Most texts have nothing to be
 * escaped: to see that takes less than half the time of writing them character by character.
 */
export function jsonOf(value: unknown): string | undefined {
  if (typeof value === 'string') return ESCAPED.test(value) ? JSON.stringify(value) : `"${value}"`;
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null';
  if (value === null) return 'null';
  return JSON.stringify(value);
}
