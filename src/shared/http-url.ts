/** The address that a text is, where it is one of HTTP; null for anything else, above all for addresses that run code. */
export function httpUrl(text: unknown): URL | null {
  if (typeof text !== 'string' || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}
