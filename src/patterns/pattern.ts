import { ApiError } from '../errors/api-error.ts';
import { Lru } from '../shared/lru.ts';
import { asText } from '../shared/text.ts';
import { compile, type Search } from './compile.ts';
import { searchInWorker } from './engines/worker-pool.ts';
import { Unsupported } from './php/piece.ts';

/** The linear engine takes this many steps, for each instruction and character, in a millisecond or two. */
const AT_ONCE = 20_000;
/** Longer texts are refused: copying them to a worker would take too long. */
const MAX_TEXT = 500_000;

/** Whether a text matches; undefined if the search exceeds its deadline. */
export type Outcome = boolean | undefined;

/** Earlier results, by {@link matchKey}. */
export type Matched = ReadonlyMap<string, Outcome>;

const NOTHING: Matched = new Map();
const compiled = new Lru<string, Search>(200);

/** The key of a search: pattern and text. */
const matchKey = (pattern: string, text: string): string => `${pattern.length}:${pattern}${text}`;

/**
 * Whether a worker must search the text, so that the result is asynchronous; false for patterns that cannot be
 * compiled.
 */
export function needsWorker(pattern: string, text: string): boolean {
  const search = searchOf(pattern);
  return search !== undefined && !isAtOnce(search, text);
}

/** Whether a text matches; undefined if the search exceeds its deadline. */
async function searchIn(project: string, pattern: string, text: string): Promise<Outcome> {
  const search = searchOf(pattern);
  if (!search || text.length > MAX_TEXT) return undefined;
  return isAtOnce(search, text) ? search.linear.find(text) : searchInWorker(project, search.pattern, text);
}

/** A pattern, and the text that it is searched for in. */
export interface PatternSearch {
  readonly pattern: string;
  readonly text: string;
}

/** A value of a field, and the pattern that it must match. */
export interface PatternQuestion extends PatternSearch {
  readonly field: string;
}

/**
 * Whether a text matches a field's `validation`: a regular expression between delimiters, as in PHP. The linear engine
 * searches short texts synchronously. Long texts, large patterns, and patterns with look-arounds or back-references,
 * which that engine lacks, need a worker with a deadline: null, unless `matched` already has the result. Error 12 for a
 * pattern that cannot be compiled, and for a search that exceeds its deadline. (Contract, I-98.)
 */
export function matchesPattern({ field, pattern, text }: PatternQuestion, matched = NOTHING): boolean | null {
  const search = searchOf(pattern);
  if (!search) throw new ApiError('invalidFieldPattern', { field, pattern });
  if (isAtOnce(search, text)) return search.linear.find(text);
  const key = matched.size > 0 ? matchKey(pattern, text) : '';
  return matched.has(key) ? inTime(field, matched.get(key)) : null;
}

/** The same for a project, waiting for the worker if necessary. Errors as of {@link matchesPattern}. */
export async function matchesInBounds(project: string, question: PatternQuestion): Promise<boolean> {
  const { field, pattern, text } = question;
  return matchesPattern(question) ?? inTime(field, await searchIn(project, pattern, text));
}

/** Adds the results of searches that {@link matchesPattern} has left open, up to the first text that does not match. */
export async function answerAll(
  project: string,
  searches: readonly PatternSearch[],
  matched: Map<string, Outcome>,
): Promise<boolean> {
  let all = true;
  for (const { pattern, text } of searches) {
    const key = matchKey(pattern, text);
    if (!matched.has(key)) matched.set(key, await searchIn(project, pattern, text));
    all &&= matched.get(key) === true;
  }
  return all;
}

/**
 * Refuses a field's `validation` if it cannot be run as in PHP. Error 12, which names the construct. (Contract, S-93.)
 */
export function refusePattern(field: string, pattern: unknown): void {
  const text = typeof pattern === 'number' || pattern === true ? asText(pattern) : pattern;
  if (typeof text === 'string' && text !== '' && text !== '$email') refuseExpression(field, text);
}

/** The same for a regular expression, which has no short names. */
export function refuseExpression(field: string, pattern: string): void {
  try {
    if (!compile(pattern)) throw new ApiError('invalidFieldPattern', { field, pattern });
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    throw new ApiError('unsupportedFieldPattern', { field, construct: error.construct });
  }
}

function isAtOnce(search: Search, text: string): search is Required<Search> {
  return search.linear !== undefined && search.linear.size * text.length <= AT_ONCE;
}

function inTime(field: string, outcome: Outcome): boolean {
  if (outcome === undefined) throw new ApiError('patternTooSlow', { field });
  return outcome;
}

function searchOf(pattern: string): Search | undefined {
  const cached = compiled.get(pattern);
  if (cached) return cached;
  try {
    const search = compile(pattern);
    if (search) compiled.set(pattern, search);
    return search;
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}
