/** What a page in a frame may do: run scripts, use its own storage, and send forms. It may neither open windows nor leave the frame. */
const SITE = 'allow-scripts allow-forms allow-same-origin';
/** On Studio's own origin, it would have Studio's rights. */
const OURS = 'allow-scripts allow-forms';

/** The sandbox for a page; null for an address that is not a page. */
export function sandboxFor(url: string, studio: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, origin } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return origin === studio ? OURS : SITE;
}

/** A default address for previews. */
export const suggestedAddress = (collection: string, key: string, fields: readonly string[]): string =>
  `https://www.example.com/${collection}/${fields.includes('slug') ? '{{slug}}' : `{{${key}}}`}?preview={{token}}`;
