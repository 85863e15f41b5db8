import { looksLikeJwt, unverifiedClaims } from '../auth/tokens.ts';
import type { ProjectRegistry } from '../projects/registry.ts';
import type { Exchange } from './exchange.ts';
import { bearer } from './token.ts';

/**
 * The project of a request whose path names none: that of the caller's temporary token; otherwise that of the query,
 * then of the header; otherwise, for the bearer of a token, the only project that exists. The token is verified later,
 * by that project. (Contract, R-3.)
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
