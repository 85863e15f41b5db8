/**
 * The largest number of single precision. The shortest decimal that is rounded to it, 3.4028235e38, is larger, and
 * engines refuse it.
 */
export const LARGEST_SINGLE = 3.4028234663852886e38;
