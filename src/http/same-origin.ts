import type { FastifyRequest } from 'fastify';

/** The headers by which a browser identifies the page. */
type Asking = Pick<FastifyRequest, 'headers'>;

/** Whether an origin is one of the given hosts, which may include ports. */
function isSameOrigin(origin: string, hosts: readonly string[]): boolean {
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}

/**
 * The origin of a cross-origin request, if it is not listed; null for same-origin requests and for programs. Old
 * browsers send no `Origin`, but may say that the request is cross-site.
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
