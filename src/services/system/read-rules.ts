import { revisionsRead } from './revisions-shown.ts';
import type { ReadRules } from './rules.ts';

const byCollection: ReadonlyMap<string, ReadRules> = new Map([['directus_revisions', revisionsRead]]);

/** Returns the additional read rules of a collection; undefined if it has none. */
export function readRulesOf(collection: string): ReadRules | undefined {
  return byCollection.get(collection);
}
