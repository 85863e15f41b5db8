/**
 * An address with a token as a parameter, behind those that it has. Pages that find their way by what stands behind the
 * `#` look for it there. (Contract, A-87.)
 */
export function withToken(page: string, token: string): string {
  const [address = '', ...rest] = page.split('#');
  const fragment = rest.length > 0 ? `#${rest.join('#')}` : '';
  if (/^#!?\//.test(fragment)) return `${address}${fragment}${mark(fragment)}token=${token}`;
  return `${address}${mark(address)}token=${token}${fragment}`;
}

const mark = (text: string): string => (text.includes('?') ? '&' : '?');
