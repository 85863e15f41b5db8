import { looksLikeJwt, unverifiedClaims } from '../auth/tokens.ts';
import type { ProjectRegistry } from '../projects/registry.ts';
import type { Exchange } from './exchange.ts';
import { bearer } from './token.ts';

/**
 * The project of a request whose path names none: the one that the caller's temporary token was issued for, else the
 * query's, else the header's, else, for the bearer of a token, the only one that there is. The token is verified later, by
 * that project. (Contract, R-3.)
 */
export function namedProject(exchange: Exchange, registry: ProjectRegistry): string | undefined {
  const token = bearer(exchange.request);
  if (token !== null && looksLikeJwt(token)) return claimedProject(token);
  const header = exchange.request.headers['x-directus-project'];
  const named = exchange.parameter('project') ?? (typeof header === 'string' ? header : undefined);
  return named ?? (token === null ? undefined : onlyProject(registry));
}

function claimedProject(token: string): string | undefined {
  const { project } = unverifiedClaims(token);
  return typeof project === 'string' ? project : undefined;
}

function onlyProject(registry: ProjectRegistry): string | undefined {
  const keys = registry.allKeys();
  return keys.length === 1 ? keys[0] : undefined;
}
