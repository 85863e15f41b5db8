import { JsonLimits } from './json-limits.ts';

/** Shorter JSON is not measured. */
const MEASURED = 200;

/**
 * Parses a short JSON text. Throws a `SyntaxError` if it is not JSON, and error 13 for too much nesting or too many
 * values.
 */
export function jsonOf(text: string): unknown {
  if (text.length > MEASURED) new JsonLimits().add(Buffer.from(text));
  return JSON.parse(withoutMark(text));
}

/** A text without the byte order mark that some programs write. */
export const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);
