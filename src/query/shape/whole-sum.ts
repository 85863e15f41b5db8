import type { Stored } from '../../schema/stored.ts';

/** Added to the upper part, so that the texts of sums sort like the sums. */
const SHIFT = 2n ** 62n;
const LOWER = 2n ** 32n;

/**
 * The sum of integers as an engine returns it: a number, its text, or, if the engine has no numbers beyond 64 bits,
 * `upper:lower` with the upper part increased by 2^62 and a lower part of 32 bits.
 */
export function wholeSum(stored: Stored): bigint {
  const [upper = '0', lower] = String(stored).split(':');
  return lower === undefined ? BigInt(upper) : (BigInt(upper) - SHIFT) * LOWER + BigInt(lower);
}
