const BASE = 'http://studio.invalid';
/** Pages that lead to others. */
const ENTRY = /^\/[^/]+\/(sign-in|forgotten|reset-password|accept-invite|second-factor)(\/|$)/;

/**
 * The page of Studio to go to after signing in: the one that an address asks for, if it is a page of this project, and the
 * home page otherwise. Addresses of other places and other servers are not followed.
 */
export function nextPage(asked: unknown, project: string): string {
  const home = `/${encodeURIComponent(project)}`;
  if (typeof asked !== 'string' || !/^\/[^/\\]/.test(asked) || !URL.canParse(asked, BASE)) return home;
  const { origin, pathname, search, hash } = new URL(asked, BASE);
  const isOurs = origin === BASE && (pathname === home || pathname.startsWith(`${home}/`));
  return isOurs && !ENTRY.test(pathname) ? pathname + search + hash : home;
}
