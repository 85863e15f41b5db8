/**
 * A value as text: what is single as it is written, lists and objects as JSON. Unlike a conversion by the language it
 * asks no object how it would like to be written, for what clients send may have a `toString` of its own.
 */
export function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? (JSON.stringify(value) ?? '') : String(value as Single);
}

/** A value as a number; NaN for lists and objects. */
export function asNumber(value: unknown): number {
  return typeof value === 'object' && value !== null ? Number.NaN : Number(value as Single);
}

type Single = string | number | bigint | boolean | null | undefined;
