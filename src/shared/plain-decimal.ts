import { withoutEnding } from './without-ending.ts';
import { withoutExponent } from './without-exponent.ts';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** A decimal number without exponent, plus sign, and leading and trailing zeros. Other texts are returned unchanged. */
export function plainDecimal(text: string): string {
  const number = withoutExponent(text.trim());
  if (!NUMBER.test(number)) return text;
  const [whole = '', fraction = ''] = number.replace(/^[+-]/, '').split('.');
  const digits = withoutEnding(fraction, '0');
  const plain = `${whole.replace(/^0+/, '') || '0'}${digits === '' ? '' : `.${digits}`}`;
  return number.startsWith('-') && plain !== '0' ? `-${plain}` : plain;
}
