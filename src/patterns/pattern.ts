import { RE2JS } from 're2js';
import { ApiError } from '../errors/api-error.ts';
import { Lru } from '../shared/lru.ts';
import { matchesInTime, type PatternQuestion } from './backtracking.ts';
import { Unsupported } from './php/piece.ts';
import { translate } from './php/translate.ts';

const MAX_PATTERN = 500;
/** So much text takes the bounded engine a millisecond or two. */
const AT_ONCE = 2_000;
/** A longer text is refused: handing it over would take long enough. */
const MAX_TEXT = 500_000;
const MODIFIERS: ReadonlySet<string> = new Set(['i', 'm', 's', 'u', 'D']);
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** Whether a text has a match; undefined where that takes longer than it may. */
type Outcome = boolean | undefined;
/** How a pattern is looked for: by the engine whose time grows with the text alone, or by the one that backtracks. */
type Search =
  | { readonly bounded: true; readonly question: PatternQuestion; readonly find: (text: string) => boolean }
  | { readonly bounded: false; readonly question: PatternQuestion };

/** What was found before, by {@link matchKey}. */
export type Matched = ReadonlyMap<string, Outcome>;

const NOTHING: Matched = new Map();
const compiled = new Lru<string, Search>(200);

/** A text that a pattern is looked for in, as a key. */
export const matchKey = (pattern: string, text: string): string => `${pattern.length}:${pattern}${text}`;

/** Whether a text is looked at beside the event loop; never for patterns that cannot be compiled. */
export function isLookedAtBeside(pattern: string, text: string): boolean {
  const search = searchOf(pattern);
  return search !== undefined && !isAtOnce(search, text);
}

/** Whether a text has a match; undefined where that takes too long. */
export async function searchIn(pattern: string, text: string): Promise<Outcome> {
  const search = searchOf(pattern);
  if (!search || text.length > MAX_TEXT) return undefined;
  return isAtOnce(search, text) ? search.find(text) : matchesInTime(search.question, text);
}

/**
 * Whether a text matches a field's `validation`: a regular expression between delimiters, as PHP writes it. A short text
 * is looked at by an engine whose time grows with the length of the text alone. Long texts, and patterns which that
 * engine cannot do, with look-arounds and references back, are looked at beside the event loop with a deadline, unless
 * the text is among those that were `matched` before. Error 12 for a pattern that cannot be compiled, and for a text that
 * takes too long. (Contract, I-98.)
 */
export function matchesPattern(
  field: string,
  pattern: string,
  text: string,
  matched: Matched = NOTHING,
): boolean | Promise<boolean> {
  const search = searchOf(pattern);
  if (!search) throw new ApiError('invalidFieldPattern', { field, pattern });
  if (isAtOnce(search, text)) return search.find(text);
  const key = matched.size > 0 ? matchKey(pattern, text) : '';
  return matched.has(key)
    ? inTime(field, matched.get(key))
    : searchIn(pattern, text).then((found) => inTime(field, found));
}

/**
 * Refuses a field's `validation` that cannot be honoured as PHP would. Error 12, which names the construct.
 * (Contract, S-93.)
 */
export function refusePattern(field: string, pattern: unknown): void {
  if (typeof pattern !== 'string' || pattern === '' || pattern === '$email') return;
  try {
    if (!compile(pattern)) throw new ApiError('invalidFieldPattern', { field, pattern });
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    throw new ApiError('unsupportedFieldPattern', { field, construct: error.construct });
  }
}

function isAtOnce(search: Search, text: string): search is Extract<Search, { bounded: true }> {
  return search.bounded && text.length <= AT_ONCE;
}

function inTime(field: string, outcome: Outcome): boolean {
  if (outcome === undefined) throw new ApiError('patternTooSlow', { field });
  return outcome;
}

function searchOf(pattern: string): Search | undefined {
  const known = compiled.get(pattern);
  if (known) return known;
  try {
    const search = compile(pattern);
    if (search) compiled.set(pattern, search);
    return search;
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

/** Undefined for what is no pattern; throws {@link Unsupported} for one that is, but not here. */
function compile(pattern: string): Search | undefined {
  const parts = split(pattern);
  if (!parts) return undefined;
  const unknown = parts.letters.find((letter) => !MODIFIERS.has(letter));
  if (unknown !== undefined) throw new Unsupported(`the modifier "${unknown}"`);
  const has = (letter: string): boolean => parts.letters.includes(letter);
  const { linear, search } = translate(parts.body, {
    multiline: has('m'),
    dotAll: has('s'),
    unicode: has('u'),
    dollarEndOnly: has('D'),
  });
  const isCaseless = has('i');
  return (
    (linear !== null && bounded(linear, isCaseless)) ||
    (search !== null && backtracking(search, isCaseless)) ||
    undefined
  );
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
  const letters = [...text.slice(end + 1)].filter((letter) => letter !== '\n' && letter !== ' ');
  return letters.every((letter) => /[a-zA-Z]/.test(letter)) ? { body: text.slice(1, end), letters } : undefined;
}

function bounded(source: string, isCaseless: boolean): Search | undefined {
  try {
    const expression = RE2JS.compile(source, isCaseless ? RE2JS.CASE_INSENSITIVE : 0);
    const question = { engine: 'linear', source, isCaseless } as const;
    return { bounded: true, question, find: (text) => expression.matcher(text).find() };
  } catch {
    return undefined;
  }
}

function backtracking(source: string, isCaseless: boolean): Search | undefined {
  try {
    new RegExp(source, 'u');
    return { bounded: false, question: { engine: 'search', source, isCaseless } };
  } catch {
    return undefined;
  }
}
