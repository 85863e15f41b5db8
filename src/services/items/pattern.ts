import { RE2JS } from 're2js';
import { ApiError } from '../../errors/api-error.ts';
import { Lru } from '../../shared/lru.ts';
import { matchesInTime } from './backtracking.ts';

const MAX_PATTERN = 500;
/** A text of this length takes the bounded engine a millisecond or two. */
const AT_ONCE = 2_000;
/** A longer text is not looked at: to hand it over would take long enough. */
const MAX_TEXT = 500_000;
const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  u: 0,
  D: 0,
};
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** Whether a text has a match; undefined where that takes longer than it may. */
type Outcome = boolean | undefined;
/** Looks for a match: at once, or beside the event loop where the time that takes has no bound. */
type Search =
  | { readonly bounded: true; readonly find: (text: string) => boolean }
  | { readonly bounded: false; readonly find: (text: string) => Promise<Outcome> };

/** What was found before, by {@link matchKey}. */
export type Matched = ReadonlyMap<string, Outcome>;

const NOTHING: Matched = new Map();
const compiled = new Lru<string, Search>(200);

/** A text that a pattern is looked for in, as a key. */
export const matchKey = (pattern: string, text: string): string => `${pattern.length}:${pattern}${text}`;

/** Whether nothing bounds the time of a pattern; patterns that cannot be compiled take none. */
export function isUnbounded(pattern: string): boolean {
  return searchOf(pattern)?.bounded === false;
}

/** Whether a text has a match; undefined where that takes too long. */
export async function searchIn(pattern: string, text: string): Promise<Outcome> {
  return searchOf(pattern)?.find(text);
}

/**
 * Whether a text matches a field's `validation`: a regular expression between delimiters, as PHP writes it. It is run
 * by an engine whose time grows with the length of the text alone, and where that cannot do it, for look-arounds and
 * references back, beside the event loop with a deadline, unless it is among those that were `matched` before. Error 12
 * for a pattern that cannot be compiled, and for a text that takes too long. (Facts of items and queries, section 5.3.)
 */
export function matchesPattern(
  field: string,
  pattern: string,
  text: string,
  matched: Matched = NOTHING,
): boolean | Promise<boolean> {
  const search = searchOf(pattern);
  if (!search) throw new ApiError('invalidFieldPattern', { field, pattern });
  if (search.bounded) return search.find(text);
  const key = matched.size > 0 ? matchKey(pattern, text) : '';
  return matched.has(key) ? inTime(field, matched.get(key)) : search.find(text).then((found) => inTime(field, found));
}

function inTime(field: string, outcome: Outcome): boolean {
  if (outcome === undefined) throw new ApiError('patternTooSlow', { field });
  return outcome;
}

function searchOf(pattern: string): Search | undefined {
  const search = compiled.get(pattern) ?? compile(pattern);
  if (search) compiled.set(pattern, search);
  return search;
}

function compile(pattern: string): Search | undefined {
  const parts = split(pattern);
  return parts && (linear(parts) ?? backtracking(parts));
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

function linear({ body, letters }: Parts): Search | undefined {
  try {
    const flags = letters.reduce((sum, letter) => sum | (FLAGS[letter] ?? 0), 0);
    const expression = RE2JS.compile(body, flags);
    return { bounded: true, find: (text) => expression.matcher(text).find() };
  } catch {
    return undefined;
  }
}

function backtracking({ body, letters }: Parts): Search | undefined {
  const expression = translated(body, letters.filter((letter) => letter !== 'D').join(''));
  return expression && { bounded: false, find: (text) => matchesInTime(expression, text) };
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
