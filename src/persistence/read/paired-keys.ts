import type { Stored } from '../../schema/stored.ts';
import { withoutEnding } from '../../shared/without-ending.ts';

/** The text by which a key is looked up. */
export type NameOf = (key: Stored) => string;

/** Ways in which equal keys may differ, each of them together with those before it. */
const DIFFERENCES: readonly ((text: string) => string)[] = [
  (text) => withoutEnding(text, ' '),
  (text) => text.toLowerCase(),
  (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
];

/**
 * Names the keys of two sides of a relation so that equal ones have the same name, although they may differ. The database
 * has found that each of `others` equals one of `keys`, or the other way round, so a key that only one of them resembles
 * is equal to that one.
 */
export function pairedKeys(keys: readonly Stored[], others: readonly Stored[]): NameOf {
  const names = new Set(keys.map(String));
  const missing = new Set(others.map(String).filter((name) => !names.has(name)));
  if (missing.size === 0) return String;
  const pairs = new Map<string, string>();
  let fold = (text: string): string => text;
  for (const difference of DIFFERENCES) {
    const before = fold;
    fold = (text) => difference(before(text));
    const folded = onlyOnes(names, fold);
    for (const name of missing) {
      const pair = pairs.get(name) ?? folded.get(fold(name)) ?? null;
      if (pair !== null) pairs.set(name, pair);
    }
  }
  return (key) => pairs.get(String(key)) ?? String(key);
}

/** The names by their folded form; null if several have the same. */
function onlyOnes(names: ReadonlySet<string>, fold: (text: string) => string): Map<string, string | null> {
  const folded = new Map<string, string | null>();
  for (const name of names) folded.set(fold(name), folded.has(fold(name)) ? null : name);
  return folded;
}
