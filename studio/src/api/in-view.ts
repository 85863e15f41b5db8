import { currentView } from './view.ts';

/**
 * An address that the browser asks by itself, such as that of a picture: in a view with its rights, not with one's own. What people
 * wrote may lead anywhere; other sites do not learn of the view.
 */
export function inView(address: string): string {
  const { view } = currentView.value ?? {};
  if (!view || !URL.canParse(address, document.baseURI)) return address;
  const url = new URL(address, document.baseURI);
  if (url.origin !== location.origin) return address;
  url.searchParams.set('view_as', view);
  return url.href;
}

/** An address with one more parameter. */
export const withParameter = (address: string, name: string, value: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
