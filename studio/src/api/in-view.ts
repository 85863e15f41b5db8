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

/**
 * An address that people follow: into the project with the rights of the view, so that a file opens as the viewed person would get it.
 * All others stay, pages of Studio among them.
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
