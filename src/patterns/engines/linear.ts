import { RE2JS } from 're2js';
import { expandedSize } from './expanded-size.ts';

/** A pattern of 500 characters may have a hundred thousand instructions, which take tens of megabytes. */
const MAX_INSTRUCTIONS = 2_000;

/** A search in linear time. */
export interface LinearSearch {
  /** The number of instructions, some of which are run for each character. */
  readonly size: number;
  readonly find: (text: string) => boolean;
}

/**
 * Returns a search in linear time; undefined for a pattern that this engine cannot compile, or only to a very large
 * program.
 */
export function linearSearch(source: string, isCaseless: boolean): LinearSearch | undefined {
  if (expandedSize(source) > MAX_INSTRUCTIONS) return undefined;
  try {
    const expression = RE2JS.compile(source, isCaseless ? RE2JS.CASE_INSENSITIVE : 0);
    return { size: expression.programSize(), find: (text) => expression.matcher(text).find() };
  } catch {
    return undefined;
  }
}
