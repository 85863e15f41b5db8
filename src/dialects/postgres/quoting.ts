/** Quotes an identifier. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Quotes a text literal; our sessions use standard-conforming strings. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
