import { looksLikeJwt, unverifiedClaims } from '../auth/tokens.ts';
import type { Exchange } from './exchange.ts';
import { bearer } from './token.ts';

/**
 * The project of a request whose path names none: the one that the caller's token was issued for, else the query's,
 * else the header's. The token is verified later, by that project; a bearer whose token names none names no project.
 * (Facts of auth and users, section 1.1.)
 */
export function namedProject(exchange: Exchange): string | undefined {
  const token = bearer(exchange.request);
  if (token !== null) return looksLikeJwt(token) ? claimedProject(token) : undefined;
  const header = exchange.request.headers['x-directus-project'];
  return exchange.parameter('project') ?? (typeof header === 'string' ? header : undefined);
}

function claimedProject(token: string): string | undefined {
  const { project } = unverifiedClaims(token);
  return typeof project === 'string' ? project : undefined;
}
