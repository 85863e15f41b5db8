/** Minimum length of a static token, and in strict projects. */
export const MIN_TOKEN_LENGTH = 8;
export const MIN_STRICT_TOKEN_LENGTH = 16;
const MAX_LENGTH = 255;

/**
 * Whether a text can be a static token: long enough not to be guessed, and free of characters that get lost in transit.
 */
export function isStaticToken(text: string): boolean {
  return text.length >= MIN_TOKEN_LENGTH && (text.length > MAX_LENGTH || !/[\s\p{C}]/u.test(text));
}
