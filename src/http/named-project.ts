import { decodeJwt } from 'jose';
import { looksLikeJwt } from '../auth/tokens.ts';
import type { Exchange } from './exchange.ts';

/**
 * The project of a request whose path names none: the one that the caller's token was issued for, else the query's,
 * else the header's. The token is verified later, by that project. (Facts of auth and users, section 1.1.)
 */
export function namedProject(exchange: Exchange): string | undefined {
  const bearer = /^bearer +(\S+)$/i.exec(exchange.request.headers.authorization ?? '')?.[1];
  if (bearer !== undefined && looksLikeJwt(bearer)) return claimedProject(bearer);
  const header = exchange.request.headers['x-directus-project'];
  return exchange.parameter('project') ?? (typeof header === 'string' ? header : undefined);
}

function claimedProject(token: string): string | undefined {
  try {
    const { project } = decodeJwt(token);
    return typeof project === 'string' ? project : undefined;
  } catch {
    return undefined;
  }
}
