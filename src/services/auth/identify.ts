import { looksLikeJwt, type TokenIssuer, verifyToken } from '../../auth/tokens.ts';
import { ApiError } from '../../errors/api-error.ts';
import { PUBLIC_ROLE } from '../../permissions/roles.ts';
import { type Caller, PUBLIC } from '../caller.ts';
import type { Store } from '../store.ts';
import { type Account, accountById, accountByToken } from './accounts.ts';
import type { Identities } from './identities.ts';

/** What it takes to know a caller: the project's users, its keys, and what was verified before. */
export interface IdentityContext {
  readonly store: Store;
  readonly issuer: TokenIssuer;
  readonly identities: Identities;
}

const FOREVER = Number.POSITIVE_INFINITY;

/**
 * The caller who bears a token. Nobody, a token that is not valid, and users who are not active are the public.
 * (Facts of auth and users, section 2.6.)
 */
export async function identify(context: IdentityContext, token: string | null, now: Date): Promise<Caller> {
  if (!token) return PUBLIC;
  const known = context.identities.get(token, now.getTime());
  if (known) return known;
  const { epoch } = context.identities;
  const [account, until] = await accountOf(context, token, now);
  if (account?.status !== 'active') return PUBLIC;
  const caller: Caller = { kind: 'user', id: account.id, role: account.role ?? PUBLIC_ROLE };
  context.identities.set(token, caller, until, epoch);
  return caller;
}

async function accountOf(
  { store, issuer }: IdentityContext,
  token: string,
  now: Date,
): Promise<[Account | null, number]> {
  if (!looksLikeJwt(token)) return [await accountByToken(store, token), FOREVER];
  try {
    const { id, exp } = await verifyToken(issuer, 'auth', token, now);
    return [await accountById(store, id), exp * 1000];
  } catch (error) {
    if (error instanceof ApiError) return [null, 0];
    throw error;
  }
}
