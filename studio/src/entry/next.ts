const BASE = 'http://studio.invalid';
/** Pages that lead to others. */
const ENTRY = /^\/[^/]+\/(sign-in|forgotten|reset-password|accept-invite|second-factor)(\/|$)/;

/**
 * The page of Studio to open after signing in: the requested one if it is a page of this project, otherwise the home
 * page. Addresses elsewhere and on other servers are not followed.
 */
export function nextPage(asked: unknown, project: string): string {
  const home = `/${encodeURIComponent(project)}`;
  if (typeof asked !== 'string' || !/^\/[^/\\]/.test(asked) || !URL.canParse(asked, BASE)) return home;
  const { origin, pathname, search, hash } = new URL(asked, BASE);
  const isOurs = origin === BASE && (pathname === home || pathname.startsWith(`${home}/`));
  return isOurs && !ENTRY.test(pathname) ? pathname + search + hash : home;
}
