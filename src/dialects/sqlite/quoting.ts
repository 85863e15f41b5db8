/** Quotes an identifier. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Quotes a text literal. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
