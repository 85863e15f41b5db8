/** What a terminal would obey instead of showing it, ends of lines included. */
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text as one line for a terminal, with control characters as escapes: keys, names and messages come from people who
 * must neither control the terminal nor add lines to a list.
 */
export function printable(text: string): string {
  return text.replace(CONTROL, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
