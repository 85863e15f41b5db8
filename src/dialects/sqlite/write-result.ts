import type { Stored } from '../../schema/stored.ts';
import type { WriteResult } from '../dialect.ts';

/** The result of a write, from the counters that the engine keeps. */
export function resultOf(text: string, changes: number | bigint, lastInsertRowid: number | bigint): WriteResult {
  const inserted = text.startsWith('INSERT ') ? Number(changes) : 0;
  return { changes: Number(changes), keys: keysUpTo(lastInsertRowid, inserted) };
}

/** The keys of the rows inserted by one statement. They are consecutive, because nobody else writes meanwhile. */
function keysUpTo(last: number | bigint, count: number): Stored[] {
  if (count === 1) return [last];
  return Array.from({ length: count }, (_, index) => {
    const before = count - 1 - index;
    return typeof last === 'bigint' ? last - BigInt(before) : last - before;
  });
}
