import { exact, isSameNumber, written } from './decimal.ts';

/** The separators of thousands and decimals in typed numbers. */
export interface Separators {
  readonly group: string;
  readonly point: string;
}

/**
 * Reads a number as people type it in their language, or as the server writes it, with all its digits: `1.234,50` in German
 * and `1234.50` are the same. Null for anything else, such as two cells of a spreadsheet.
 */
export function readNumber(text: string, { group, point }: Separators): string | null {
  const plain = text
    .trim()
    .replace(/[^\S\t\r\n]|_/g, '')
    .replace(/[\u2212\u2013]/g, '-');
  const value = exact(withPoint(plain, group.replace(/[\u00A0\u202F\s]/, ' '), point));
  return value ? written(value) : null;
}

function withPoint(text: string, group: string, point: string): string {
  const [whole = '', ...parts] = text.split(point);
  const isGrouped = group !== ' ' && new RegExp(`^[+-]?[1-9]\\d{0,2}(?:\\${group}\\d{3})+$`).test(whole);
  const bare = isGrouped ? whole.replaceAll(group, '') : whole;
  return parts.length === 0 ? bare : `${bare}.${parts.join(point)}`;
}

/** Whether a number has no decimals, or only zeros. */
export const isWhole = (text: string): boolean => /^-?\d+(\.0*)?$/.test(text);

/**
 * A number as the field gave it: as text where the field holds texts, or where a number of JSON would lose digits; as a number
 * otherwise.
 */
export function asGiven(text: string, stored: unknown, isInteger: boolean): number | string {
  const plain = isInteger && isWhole(text) ? text.replace(/\..*$/, '') : text;
  if (typeof stored === 'string' && stored !== '') return plain;
  const value = Number(plain);
  const keeps = Number.isInteger(value) ? Number.isSafeInteger(value) : true;
  return keeps && isSameNumber(String(value), plain) ? value : plain;
}

/** A number some steps up or down, in units of its last whole digit, without rounding. */
export function stepped(text: string, by: number): string {
  const value = exact(text) ?? { isNegative: false, whole: '0', part: '' };
  const places = value.part.length;
  const scaled = BigInt(value.whole + value.part) * (value.isNegative ? -1n : 1n) + BigInt(by) * 10n ** BigInt(places);
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(places + 1, '0');
  const point = digits.length - places;
  return written({ isNegative: scaled < 0n, whole: digits.slice(0, point), part: digits.slice(point) });
}
