import { asText } from '../../shared/text.ts';
/**
 * The collation of new texts: by code point, where trailing spaces count. Its name differs between the two servers;
 * each runs only the comments that are meant for it.
 */
export const EXACT = '/*M! COLLATE utf8mb4_nopad_bin */ /*!80017 COLLATE utf8mb4_0900_bin */';

const OWN: ReadonlySet<string> = new Set(['utf8mb4_nopad_bin', 'utf8mb4_0900_bin']);

/** The collation of a column that Octavo did not make; undefined for its own, and where there is none. */
export function foreignCollation(collation: unknown): string | undefined {
  const name = asText(collation ?? '');
  return /^\w+$/.test(name) && !OWN.has(name) ? name : undefined;
}

/** The character set that a collation belongs to. */
export function charsetOf(collation: string): string {
  return collation.replace(/_.*/, '');
}

/**
 * A text with its ASCII letters in lower case, and nothing else changed, as bytes. LOWER knows all of Unicode; but of
 * bytes read as Hebrew it changes the ASCII letters alone, for that alphabet has no case.
 */
export function asciiLower(expression: string): string {
  return `CAST(LOWER(CONVERT(CAST(CONVERT(${expression} USING utf8mb4) AS BINARY) USING hebrew)) AS BINARY)`;
}
