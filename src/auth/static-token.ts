/** As short as a static token may be. */
export const SHORTEST_TOKEN = 8;
const LONGEST = 255;

/** Whether a text can be a static token: long enough that nobody comes across it, and nothing in it that gets lost on its way. */
export function isStaticToken(text: string): boolean {
  return text.length >= SHORTEST_TOKEN && (text.length > LONGEST || !/[\s\p{C}]/u.test(text));
}
