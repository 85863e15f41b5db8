import { Unsupported } from './piece.ts';
import type { Modifiers } from './translate.ts';

const MAX_PATTERN = 500;
const KNOWN: ReadonlySet<string> = new Set(['i', 'm', 's', 'u', 'D']);
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** A pattern as in PHP, between delimiters and followed by modifiers. */
interface Delimited {
  readonly body: string;
  readonly isCaseless: boolean;
  readonly modifiers: Modifiers;
}

/**
 * Splits a pattern into its parts; undefined if the text is not a pattern. Throws {@link Unsupported} for an unknown
 * modifier.
 */
export function readDelimited(pattern: string): Delimited | undefined {
  const parts = split(pattern);
  if (!parts) return undefined;
  const unknown = parts.letters.find((letter) => !KNOWN.has(letter));
  if (unknown !== undefined) throw new Unsupported(`the modifier "${unknown}"`);
  const has = (letter: string): boolean => parts.letters.includes(letter);
  return {
    body: parts.body,
    isCaseless: has('i'),
    modifiers: { multiline: has('m'), dotAll: has('s'), unicode: has('u'), dollarEndOnly: has('D') },
  };
}

function split(pattern: string): { readonly body: string; readonly letters: readonly string[] } | undefined {
  const text = pattern.trim();
  const open = text[0] ?? '';
  const end = text.lastIndexOf(CLOSING[open] ?? open);
  if (text.length > MAX_PATTERN || /[\w\s\\]|^$/.test(open) || end <= 0) return undefined;
  const letters = [...text.slice(end + 1)].filter((letter) => letter !== '\n' && letter !== ' ');
  return letters.every((letter) => /[a-zA-Z]/.test(letter)) ? { body: text.slice(1, end), letters } : undefined;
}
