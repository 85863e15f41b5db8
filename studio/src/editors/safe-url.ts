/** Characters that browsers ignore in addresses, or cannot show. */
const UNSEEN = /[\p{Cc}\p{Cf}\s]/gu;
const SCHEME = /^([a-z][a-z\d+.-]*):/i;

/** An address that a link may lead to: of http, https, mailto, tel, or within the site; null for all others. */
export function safeLink(url: string): string | null {
  const scheme = SCHEME.exec(url.replace(UNSEEN, ''))?.[1]?.toLowerCase();
  return scheme === undefined || ['http', 'https', 'mailto', 'tel'].includes(scheme) ? url.trim() : null;
}

/** An address from which an image may come: of http, https, or within the site; null for all others. */
export function safeImage(url: string): string | null {
  const scheme = SCHEME.exec(url.replace(UNSEEN, ''))?.[1]?.toLowerCase();
  return url.trim() !== '' && (scheme === undefined || scheme === 'http' || scheme === 'https') ? url.trim() : null;
}
