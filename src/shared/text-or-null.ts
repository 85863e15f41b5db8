/** The value if it is a text, null otherwise. */
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
