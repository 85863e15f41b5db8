/** Quotes an identifier. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
