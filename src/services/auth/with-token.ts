/**
 * Adds a token to a URL as the last parameter. Pages that route by the part behind the `#` expect it there. (Contract,
 * A-87.)
 */
export function withToken(page: string, token: string): string {
  const [address = '', ...rest] = page.split('#');
  const fragment = rest.length > 0 ? `#${rest.join('#')}` : '';
  if (/^#!?\//.test(fragment)) return `${address}${fragment}${mark(fragment)}token=${token}`;
  return `${address}${mark(address)}token=${token}${fragment}`;
}

const mark = (text: string): string => (text.includes('?') ? '&' : '?');
