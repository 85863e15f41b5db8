/** How deep JSON that somebody sends may be nested. */
export const MOST_LEVELS = 100;

/**
 * How many names the objects of one item may have in all. Names take the most time to parse: objects that share none of
 * theirs get a shape each.
 */
export const MOST_NAMES = 50_000;
