import { currentView } from './view.ts';

/**
 * An address that the browser itself requests, such as that of a picture: in a view with the view's rights, not the
 * user's own. Texts of users may contain any address, but other sites do not learn of the view.
 */
export function inView(address: string): string {
  const { view } = currentView.value ?? {};
  if (!view || !URL.canParse(address, document.baseURI)) return address;
  const url = new URL(address, document.baseURI);
  if (url.origin !== location.origin) return address;
  url.searchParams.set('view_as', view);
  return url.href;
}

/**
 * The address of a link. Links into the project carry the rights of the view, so that a file opens as it would for the
 * viewed person. All others stay as they are, including pages of Studio.
 */
export function linkInView(address: string): string {
  const { project } = currentView.value ?? {};
  if (project === undefined || !URL.canParse(address, document.baseURI)) return address;
  const { pathname } = new URL(address, document.baseURI);
  return pathname.startsWith(`/${encodeURIComponent(project)}/`) ? inView(address) : address;
}

/** An address with one more parameter. */
export const withParameter = (address: string, name: string, value: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
