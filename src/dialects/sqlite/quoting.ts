/** A name as SQLite writes it. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
