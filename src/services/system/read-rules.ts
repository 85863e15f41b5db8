import { revisionsRead } from './revisions-shown.ts';
import type { ReadRules } from './rules.ts';

const byCollection: ReadonlyMap<string, ReadRules> = new Map([['directus_revisions', revisionsRead]]);

/** What a collection asks of reads; undefined where that is nothing. */
export function readRulesOf(collection: string): ReadRules | undefined {
  return byCollection.get(collection);
}
