import { RE2JS } from 're2js';

/**
 * A function that searches a text in time proportional to its length; undefined for a pattern that this engine cannot
 * compile.
 */
export function linearSearch(source: string, isCaseless: boolean): ((text: string) => boolean) | undefined {
  try {
    const expression = RE2JS.compile(source, isCaseless ? RE2JS.CASE_INSENSITIVE : 0);
    return (text) => expression.matcher(text).find();
  } catch {
    return undefined;
  }
}
