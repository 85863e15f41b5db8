/** A name as SQL text. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text literal as SQL text; strings conform to the standard in every session of ours. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
