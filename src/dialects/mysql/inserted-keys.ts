import type { Stored } from '../../schema/field-type.ts';

/**
 * The keys of the rows of one insert. The server tells the first, as text where it is large, and 0 where it gave none;
 * it counts on from there by a step of its own.
 */
export function keysFrom(first: number | string, count: number, step: number): Stored[] {
  if (first === 0) return [];
  if (count === 1) return [first];
  return Array.from({ length: count }, (_, index) =>
    typeof first === 'number' ? first + index * step : String(BigInt(first) + BigInt(index * step)),
  );
}
