import { looksLikeApiKey } from '../../auth/api-key.ts';
import { looksLikeJwt, verifyToken } from '../../auth/tokens.ts';
import { ApiError } from '../../errors/api-error.ts';
import { PUBLIC } from '../../permissions/caller.ts';
import { type Account, accountById, accountByToken } from '../../persistence/accounts.ts';
import { type ApiKey, apiKeyByText, isOwner, noteUse, rightsOfKey } from '../../persistence/api-keys.ts';
import type { Store } from '../../persistence/store.ts';
import { isStorable } from '../../schema/kinds.ts';
import { steadyTime } from '../../shared/steady-time.ts';
import { needs2FA } from './account-checks.ts';
import { userOf } from './account-user.ts';
import type { Identities } from './identities.ts';
import { ANONYMOUS, type Identity } from './identity.ts';
import type { IssuingStore } from './issuing-store.ts';
import { sessionKeyOf } from './jwt-session.ts';
import { parseSessionKey } from './session-token.ts';
import { expiryOf, findSession, prolong, type Session, sessionUser } from './sessions.ts';

/** A project that identifies callers by the tokens that it has issued. */
interface IdentifyingStore extends IssuingStore {
  readonly identities: Identities;
}

/** An account with a valid token, how long the token is valid, and its session. */
interface Verified {
  readonly account: Account;
  readonly session: Session | null;
  readonly key?: ApiKey;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** The minimum time between two writes that extend a session in use. */
const PROLONG_MS = 60_000;
/** How long a key's identity is cached. Its use is recorded again after that. */
const KEY_KNOWN_MS = 60_000;

/**
 * Returns the identity behind a token. Without a token, with an invalid one, or if the user is not active, the caller
 * is the public. The same goes for a user who still has to set up the second factor that the role requires. (Contract,
 *
 */
export function identify(store: IdentifyingStore, token: string | null, clock: Date): Identity | Promise<Identity> {
  if (!token) return ANONYMOUS;
  const now = steadyTime(clock);
  const known = store.identities.get(token, now.getTime());
  return known ?? identifyAnew(store, token, now);
}

/**
 * Identifies a caller again, once a long body has arrived or other slow work is done. A session that has expired
 * meanwhile still counts, since it was in use, but one that has ended does not.
 */
export async function identifyAgain(
  store: IdentifyingStore,
  earlier: Identity,
  token: string,
  clock: Date,
): Promise<Identity> {
  const identity = await identify(store, token, clock);
  if (identity.rejected !== 'expired' || earlier.session === null) return identity;
  const user = await sessionUser(store, earlier.session);
  const account = user === null ? null : await accountById(store, user, store.database);
  if (account?.status !== 'active' || needs2FA(store, account)) return identity;
  return { ...earlier, caller: userOf(store, account) };
}

async function identifyAnew(store: IdentifyingStore, token: string, now: Date): Promise<Identity> {
  const { epoch } = store.identities;
  const verified = await verify(store, token, now);
  if (verified === 'expired') return { ...ANONYMOUS, rejected: 'expired' };
  if (verified?.account.status !== 'active') return { ...ANONYMOUS, rejected: 'invalid' };
  const identity = identityOf(store, verified);
  store.identities.set(token, identity, verified.until, epoch);
  return identity;
}

function identityOf(store: Store, { account, session, key }: Verified): Identity {
  const user = userOf(store, account, key && rightsOfKey(key));
  const known = {
    session: session?.id ?? null,
    ends: session?.ends ?? null,
    key: key ?? null,
    viewer: null,
    preview: false,
    rejected: null,
  };
  if (needs2FA(store, account)) return { ...known, caller: PUBLIC, pending: user };
  return { ...known, caller: user, pending: null };
}

/** Null if the token is not valid. */
type Verdict = Verified | 'expired' | null;

async function verify(store: IssuingStore, token: string, now: Date): Promise<Verdict> {
  if (!isStorable(token)) return null;
  if (looksLikeApiKey(token)) return verifyKey(store, token, now);
  if (looksLikeJwt(token)) return verifyJwt(store, token, now);
  return parseSessionKey(token) ? verifyCookie(store, token, now) : verifyStatic(store, token);
}

async function verifyStatic(store: Store, token: string): Promise<Verdict> {
  const account = await accountByToken(store, token, store.database);
  return account && { account, session: null, until: Number.POSITIVE_INFINITY };
}

async function verifyKey(store: Store, token: string, now: Date): Promise<Verdict> {
  const found = await apiKeyByText(store, token);
  const account = found && (await accountById(store, found.key.user, store.database));
  if (!found || !account || !isOwner(account, found)) return null;
  const { key } = found;
  const expires = key.expires ?? Number.POSITIVE_INFINITY;
  if (expires <= now.getTime()) return 'expired';
  noteUse(store, key, now);
  return { account, session: null, key, until: Math.min(expires, now.getTime() + KEY_KNOWN_MS) };
}

async function verifyJwt(store: IssuingStore, token: string, now: Date): Promise<Verdict> {
  try {
    const claims = await verifyToken(store.issuer, 'auth', token, now);
    const session = await findSession(store, store.issuer, 'jwt', sessionKeyOf(claims), now);
    if (session === 'expired') return session;
    if (session?.account.id !== claims.id) return null;
    return { account: session.account, session, until: Math.min(claims.exp * 1000, session.ends) };
  } catch (error) {
    if (error instanceof ApiError) return error.entry === 'expiredToken' ? 'expired' : null;
    throw error;
  }
}

async function verifyCookie(store: IssuingStore, token: string, now: Date): Promise<Verdict> {
  const key = parseSessionKey(token);
  const session = key && (await findSession(store, store.issuer, 'cookie', key, now));
  if (!session || session === 'expired') return session;
  const expiry = expiryOf(store, 'cookie', now, session.ends).getTime();
  const pause = Math.min(PROLONG_MS, (expiry - now.getTime()) / 10);
  if (session.expires < expiry - pause) await prolong(store, 'cookie', session, now);
  return { account: session.account, session, until: now.getTime() + pause };
}
