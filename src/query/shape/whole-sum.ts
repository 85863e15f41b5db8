import type { Stored } from '../../schema/stored.ts';

/** Added to the upper part, so that the text of a sum sorts as the sum does. */
const SHIFT = 2n ** 62n;
const LOWER = 2n ** 32n;

/**
 * The sum of integers as an engine returns it: a number, its text, or, where the engine has no numbers beyond 64 bits,
 * `upper:lower` with the upper part raised by 2^62 and the lower one of 32 bits.
 */
export function wholeSum(stored: Stored): bigint {
  const [upper = '0', lower] = String(stored).split(':');
  return lower === undefined ? BigInt(upper) : (BigInt(upper) - SHIFT) * LOWER + BigInt(lower);
}
