/** The smallest integer of 64 bits with a sign. */
export const MIN_INT64 = -(2n ** 63n);
/** The largest integer of 64 bits with a sign. */
export const MAX_INT64 = 2n ** 63n - 1n;
/** The largest integer of 64 bits without a sign. */
export const MAX_UINT64 = 2n ** 64n - 1n;
