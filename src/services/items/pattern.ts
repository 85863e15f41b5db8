import { RE2JS } from 're2js';
import { ApiError } from '../../errors/api-error.ts';
import { Lru } from '../../shared/lru.ts';
import { matchesInTime } from './backtracking.ts';

const MAX_PATTERN = 500;
const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  u: 0,
  D: 0,
};
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** Whether a text has a match; told later where the time that takes has no bound. */
type Matcher = (text: string) => boolean | Promise<boolean>;

const compiled = new Lru<string, Matcher>(200);

/**
 * Whether a text matches a field's `validation`: a regular expression between delimiters, as PHP writes it. It is run
 * by an engine whose time grows with the length of the text alone, and where that cannot do it, for look-arounds and
 * references back, beside the event loop with a deadline. Error 12 for a pattern that cannot be compiled, and for a
 * text that takes too long. (Facts of items and queries, section 5.3.)
 */
export function matchesPattern(field: string, pattern: string, text: string): boolean | Promise<boolean> {
  const known = compiled.get(pattern) ?? compile(field, pattern);
  compiled.set(pattern, known);
  return known(text);
}

function compile(field: string, pattern: string): Matcher {
  const parts = split(pattern);
  const matcher = parts && (linear(parts) ?? backtracking(field, parts));
  if (!matcher) throw new ApiError('invalidFieldPattern', { field, pattern });
  return matcher;
}

interface Parts {
  readonly body: string;
  readonly letters: readonly string[];
}

function split(pattern: string): Parts | undefined {
  const text = pattern.trim();
  const open = text[0] ?? '';
  const end = text.lastIndexOf(CLOSING[open] ?? open);
  if (text.length > MAX_PATTERN || /[\w\s\\]|^$/.test(open) || end <= 0) return undefined;
  const letters = [...text.slice(end + 1)];
  if (letters.some((letter) => !(letter in FLAGS))) return undefined;
  return { body: text.slice(1, end), letters };
}

function linear({ body, letters }: Parts): Matcher | undefined {
  try {
    const flags = letters.reduce((sum, letter) => sum | (FLAGS[letter] ?? 0), 0);
    const expression = RE2JS.compile(body, flags);
    return (text) => expression.matcher(text).find();
  } catch {
    return undefined;
  }
}

function backtracking(field: string, { body, letters }: Parts): Matcher | undefined {
  const expression = translated(body, letters.filter((letter) => letter !== 'D').join(''));
  if (!expression) return undefined;
  return async (text) => {
    const matches = await matchesInTime(expression, text);
    if (matches === undefined) throw new ApiError('patternTooSlow', { field });
    return matches;
  };
}

/** What PHP writes otherwise: named groups, and the ends of the text. */
const PHP: readonly (readonly [RegExp, string])[] = [
  [/\(\?P</g, '(?<'],
  [/\(\?P=(\w+)\)/g, '\\k<$1>'],
  [/(?<!\\)((?:\\\\)*)\\A/g, '$1(?<![\\s\\S])'],
  [/(?<!\\)((?:\\\\)*)\\z/g, '$1(?![\\s\\S])'],
];

function translated(body: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(
      PHP.reduce((text, [from, to]) => text.replace(from, to), body),
      flags,
    );
  } catch {
    return undefined;
  }
}
