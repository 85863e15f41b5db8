import { sqlDatetime } from '../../../../shared/datetime.ts';
import { DAY_MS } from '../../../../shared/time-units.ts';

/** The built-in number formats of dates and times, which a workbook does not define. */
const BUILT_IN: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** Spreadsheets allow 255 characters in a number format. */
const MAX_FORMAT_LENGTH = 1000;

/** Whether a built-in number format shows dates or times. */
export const isBuiltInDate = (id: number): boolean => BUILT_IN.some(([from, to]) => id >= from && id <= to);

/** Whether a number format that a workbook defines shows dates or times; one that is too long does not. */
export function isDateFormat(code: string): boolean {
  if (code.length > MAX_FORMAT_LENGTH) return false;
  return /[ymdhs]/i.test(
    code.replace(/"[^"]{0,99}"|\\.|\[(?!h{1,9}\]|m{1,9}\]|s{1,9}\])[^\]]{0,99}\]|_.|General/gi, ''),
  );
}

/** The date, time or both that a number stands for. */
export function dateOf(serial: number, since1904: boolean): string | number {
  const days = since1904 ? serial + 1462 : serial;
  // In the calendar of workbooks, there is a 29 February 1900.
  const at = new Date(Math.round((days + (days < 60 ? 1 : 0) - 25_569) * 86_400) * 1000);
  if (Number.isNaN(at.getTime()) || serial < 0 || days > 2_958_466) return serial;
  const text = sqlDatetime(at);
  // Without a day it is a time, whenever the workbook begins to count.
  if (serial < 1) return text.slice(11);
  return at.getTime() % DAY_MS === 0 ? text.slice(0, 10) : text;
}
