/** The maximum nesting of JSON from clients. */
export const MAX_LEVELS = 100;

/**
 * The maximum number of names in all objects of one item. Names take the most time to parse, because objects with
 * different names get a hidden class each.
 */
export const MAX_NAMES = 50_000;
