/**
 * The collation of new texts: by code point, where trailing spaces count. Its name differs between the two servers;
 * each runs only the comments that are meant for it.
 */
export const EXACT = '/*M! COLLATE utf8mb4_nopad_bin */ /*!80017 COLLATE utf8mb4_0900_bin */';

/**
 * A text with its ASCII letters in lower case, and nothing else changed, as bytes. LOWER knows all of Unicode; but of
 * bytes read as Hebrew it changes the ASCII letters alone, for that alphabet has no case.
 */
export function asciiLower(expression: string): string {
  return `CAST(LOWER(CONVERT(CAST(CONVERT(${expression} USING utf8mb4) AS BINARY) USING hebrew)) AS BINARY)`;
}
