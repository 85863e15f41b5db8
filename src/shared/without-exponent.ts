/** Writes out a number with an exponent: `1500.` for `1.5e3`, `0.015` for `1.5e-2`. Other texts stay as they are. */
export function withoutExponent(text: string): string {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?e([+-]?\d{1,3})$/i.exec(text);
  if (!match) return text;
  const [, sign = '', whole = '', fraction = '', exponent] = match;
  const point = whole.length + Number(exponent);
  const digits = `${'0'.repeat(Math.max(-point, 0))}${whole}${fraction}`.padEnd(point, '0');
  return `${sign}${digits.slice(0, Math.max(point, 0)) || '0'}.${digits.slice(Math.max(point, 0))}`;
}
