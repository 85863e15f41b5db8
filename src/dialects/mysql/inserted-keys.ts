import type { Stored } from '../../schema/stored.ts';

/**
 * The keys of the rows of one insert. The server returns the first key, as text if it is large, and 0 if it generated
 * none; the others follow in steps of its increment.
 */
export function keysFrom(first: number | string, count: number, step: number): Stored[] {
  if (first === 0) return [];
  if (count === 1) return [first];
  return Array.from({ length: count }, (_, index) =>
    typeof first === 'number' ? first + index * step : String(BigInt(first) + BigInt(index * step)),
  );
}
