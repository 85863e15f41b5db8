import { JsonLimits } from './json-limits.ts';

/** Shorter JSON is not measured. */
const MEASURED = 200;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses short JSON. Throws a `SyntaxError` if it is not JSON, a `TypeError` if it is not UTF-8, and error 13 for too
 * much nesting or too many values.
 */
export function jsonOf(bytes: Uint8Array): unknown {
  if (bytes.length > MEASURED) new JsonLimits().add(bytes);
  return JSON.parse(jsonText(bytes));
}

/**
 * The text of JSON, or of a part of it, without the byte order mark that some programs write. Throws a `TypeError` for
 * another encoding than UTF-8, whose letters would be lost.
 */
export const jsonText = (bytes: Uint8Array): string => UTF8.decode(bytes);
