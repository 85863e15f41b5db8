import type { FastifyRequest } from 'fastify';

/** What a browser says of the page that has it ask. */
type Asking = Pick<FastifyRequest, 'headers'>;

/** Whether the origin that a browser names is one of the given hosts, which may have ports. */
function isSameOrigin(origin: string, hosts: readonly string[]): boolean {
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}

/**
 * The origin of the page that has a browser ask, where it is neither that of one of the given hosts nor one of those that
 * are listed; null for pages of one's own, and for programs. Old browsers send no `Origin`, but may say that the page is
 * of another site.
 */
export function foreignOrigin(
  { headers }: Asking,
  hosts: readonly string[],
  listed: readonly string[] = [],
): string | null {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined) return isSameOrigin(origin, hosts) || listed.includes(origin) ? null : origin;
  return site === 'cross-site' || site === 'same-site' ? 'another site' : null;
}
