import { RE2JS } from 're2js';

/** Returns a function that searches in linear time; undefined for a pattern that this engine cannot compile. */
export function linearSearch(source: string, isCaseless: boolean): ((text: string) => boolean) | undefined {
  try {
    const expression = RE2JS.compile(source, isCaseless ? RE2JS.CASE_INSENSITIVE : 0);
    return (text) => expression.matcher(text).find();
  } catch {
    return undefined;
  }
}
