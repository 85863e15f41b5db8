import type { Stored } from '../../schema/stored.ts';
import type { WriteResult } from '../dialect.ts';

/** What a statement has written, by the counters that the engine keeps after it. */
export function resultOf(text: string, changes: number | bigint, lastInsertRowid: number | bigint): WriteResult {
  const inserted = text.startsWith('INSERT ') ? Number(changes) : 0;
  return { changes: Number(changes), keys: keysUpTo(lastInsertRowid, inserted) };
}

/** The keys of the rows inserted by one statement, which are consecutive because nobody else writes meanwhile. */
function keysUpTo(last: number | bigint, count: number): Stored[] {
  if (count === 1) return [last];
  return Array.from({ length: count }, (_, index) => {
    const before = count - 1 - index;
    return typeof last === 'bigint' ? last - BigInt(before) : last - before;
  });
}
