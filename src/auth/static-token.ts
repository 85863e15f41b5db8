/** Minimum length of a static token, and in strict projects. */
export const SHORTEST_TOKEN = 8;
export const SHORTEST_STRICT_TOKEN = 16;
const LONGEST = 255;

/**
 * Whether a text can be a static token: long enough not to be guessed, and free of characters that get lost in transit.
 */
export function isStaticToken(text: string): boolean {
  return text.length >= SHORTEST_TOKEN && (text.length > LONGEST || !/[\s\p{C}]/u.test(text));
}
