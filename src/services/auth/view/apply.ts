import { type TokenIssuer, verifyToken } from '../../../auth/tokens.ts';
import { ApiError } from '../../../errors/api-error.ts';
import { isAdmin } from '../../../permissions/caller.ts';
import { steadyTime } from '../../../shared/steady-time.ts';
import type { Identity } from '../identity.ts';
import type { IssuingStore } from '../issuing-store.ts';
import { type ViewClaims, viewClaims } from './claims.ts';
import { viewedUser } from './viewed.ts';

/**
 * The identity of a request that carries a view: the viewed user, within the administrator's session. An invalid view
 * refuses the request, so it never runs with the administrator's own rights. Errors 108, 116. (Contract, A-152 to
 * A-154.)
 */
export async function viewing(store: IssuingStore, identity: Identity, view: string, now: Date): Promise<Identity> {
  const { caller } = identity;
  if (caller.kind !== 'user') throw new ApiError('notAuthenticated');
  const claims = await claimsOf(store.issuer, view, now);
  if (!claims || !isBearer(identity, claims)) throw new ApiError('viewEnded');
  const viewed = await viewedUser(store, claims.id, claims.viewed);
  if (typeof viewed === 'string') throw new ApiError('viewEnded');
  return { ...identity, caller: viewed, viewer: caller };
}

/** Whether a request comes from the administrator and the session that began the view. */
function isBearer({ caller, session, key }: Identity, claims: ViewClaims): boolean {
  return isAdmin(caller) && caller.kind === 'user' && caller.id === claims.id && session === claims.session && !key;
}

async function claimsOf(issuer: TokenIssuer, view: string, now: Date): Promise<ViewClaims | null> {
  try {
    return viewClaims(await verifyToken(issuer, 'view', view, steadyTime(now)));
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
