import { locale } from '../../i18n/messages.ts';

const WRITTEN = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i;

/** An exact number, as digits. */
export interface Exact {
  readonly isNegative: boolean;
  /** Digits before the point, without leading zeros; `0` for none. */
  readonly whole: string;
  /** Digits after the point, as they were written. */
  readonly part: string;
}

/** The digits of a number with a point; null for any other text. */
export function exact(text: string): Exact | null {
  const match = WRITTEN.exec(text.trim());
  if (!match) return null;
  const [, sign, whole = '', part = '', power] = match;
  if (whole === '' && part === '') return null;
  const moved = power ? shift(whole, part, Number(power)) : { whole, part };
  const digits = moved.whole.replace(/^0+/, '') || '0';
  const isZero = digits === '0' && /^0*$/.test(moved.part);
  return { isNegative: sign === '-' && !isZero, whole: digits, part: moved.part };
}

function shift(whole: string, part: string, power: number): { whole: string; part: string } {
  const digits = whole + part;
  const point = whole.length + power;
  if (point <= 0) return { whole: '0', part: '0'.repeat(-point) + digits };
  if (point >= digits.length) return { whole: digits + '0'.repeat(point - digits.length), part: '' };
  return { whole: digits.slice(0, point), part: digits.slice(point) };
}

/** An exact number in the server's form: with a point, and all its digits. */
export const written = ({ isNegative, whole, part }: Exact): string =>
  `${isNegative ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`;

/** Whether two texts write the same number. */
export function isSameNumber(one: string, other: string): boolean {
  const [left, right] = [exact(one), exact(other)];
  return left !== null && right !== null && key(left) === key(right);
}

const key = (value: Exact): string => written({ ...value, part: value.part.replace(/0+$/, '') });

/** A number in the format of the current locale, with all its digits. */
export function localised(text: string): string {
  const value = exact(text);
  if (!value) return text;
  const { group, point } = separators();
  const whole = value.whole.replace(/\B(?=(\d{3})+$)/g, group);
  return `${value.isNegative ? '−' : ''}${whole}${value.part === '' ? '' : point + value.part}`;
}

/** The separators of thousands and decimals in the current locale. */
export function separators(): { readonly group: string; readonly point: string } {
  const parts = new Intl.NumberFormat(locale()).formatToParts(1_234_567.5);
  const find = (type: string, otherwise: string) => parts.find((part) => part.type === type)?.value ?? otherwise;
  return { group: find('group', ','), point: find('decimal', '.') };
}
