import { asText } from '../../shared/text.ts';
/**
 * The collation of new text columns: by code point, with significant trailing spaces. MySQL and MariaDB name it
 * differently; each executes only the comments that are meant for it.
 */
export const EXACT = '/*M! COLLATE utf8mb4_nopad_bin */ /*!80017 COLLATE utf8mb4_0900_bin */';

const OWN: ReadonlySet<string> = new Set(['utf8mb4_nopad_bin', 'utf8mb4_0900_bin']);

/**
 * The collation of a column that Octavo did not create; undefined for the default one, and for columns without
 * collation.
 */
export function foreignCollation(collation: unknown): string | undefined {
  const name = asText(collation ?? '');
  return /^\w+$/.test(name) && !OWN.has(name) ? name : undefined;
}

/** The character set of a collation. */
export function charsetOf(collation: string): string {
  return collation.replace(/_.*/, '');
}

/**
 * A text for comparisons that ignore the case of ASCII letters: its bytes, read as Hebrew. Apart from these letters,
 * the collation treats only two pairs of bytes as equal, and one byte of each pair (F7 and FF) never occurs in UTF-8.
 */
export function asciiCaseless(expression: string): string {
  return `${asHebrew(expression)} COLLATE hebrew_general_ci`;
}

/**
 * Lower-cases only the ASCII letters of a text, as bytes. LOWER would fold all of Unicode; applied to bytes read as
 * Hebrew, an alphabet without case, it changes only the ASCII letters.
 */
export function asciiLower(expression: string): string {
  return `CAST(LOWER(${asHebrew(expression)}) AS BINARY)`;
}

/** The bytes of a text in UTF-8. */
export const bytesOf = (text: string): string => `CAST(CONVERT(${text} USING utf8mb4) AS BINARY)`;

const asHebrew = (text: string): string => `CONVERT(${bytesOf(text)} USING hebrew)`;
