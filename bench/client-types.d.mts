/** The types of a large project, as the server writes them: the interface `Large`. */
export function largeTypes(): string;

/** A module with queries and writes that use them, from `./large.ts`. */
export function largeQueries(): string;
