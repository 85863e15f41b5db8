import { canBacktrack } from './engines/backtracking.ts';
import type { EnginePattern } from './engines/engine-pattern.ts';
import { type LinearSearch, linearSearch } from './engines/linear.ts';
import { readDelimited } from './php/delimited.ts';
import { translate } from './php/translate.ts';

/**
 * A compiled pattern. `linear` searches synchronously; it is absent if only the backtracking engine supports the
 * pattern.
 */
export interface Search {
  readonly pattern: EnginePattern;
  readonly linear?: LinearSearch;
}

/**
 * Compiles a pattern for the linear engine, or else for the backtracking one; undefined if the text is not a pattern.
 * Throws `Unsupported` for a pattern that neither engine runs as PHP would.
 */
export function compile(text: string): Search | undefined {
  const delimited = readDelimited(text);
  if (!delimited) return undefined;
  const { body, isCaseless, modifiers } = delimited;
  const { linear, search } = translate(body, modifiers);
  const compiled = linear === null ? undefined : linearSearch(linear, isCaseless);
  if (linear !== null && compiled)
    return { pattern: { engine: 'linear', source: linear, isCaseless }, linear: compiled };
  if (search === null || !canBacktrack(search)) return undefined;
  return { pattern: { engine: 'backtracking', source: search, isCaseless } };
}
