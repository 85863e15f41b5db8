/**
 * Converts a value to text; lists and objects become JSON. Unlike a built-in conversion it never calls a `toString`
 * that a client may have sent.
 */
export function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? (JSON.stringify(value) ?? '') : String(value as Single);
}

/** Converts a value to a number; NaN for lists and objects. */
export function asNumber(value: unknown): number {
  return typeof value === 'object' && value !== null ? Number.NaN : Number(value as Single);
}

type Single = string | number | bigint | boolean | null | undefined;
