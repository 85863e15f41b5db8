import { isSame, seal } from '../../../auth/seal.ts';
import { ATTEMPT_SECONDS, type Attempt, openAttempt } from '../../../auth/sso/attempt.ts';
import { profileOf } from '../../../auth/sso/profile.ts';
import type { Profile, Provider } from '../../../auth/sso/provider.ts';
import { ApiError } from '../../../errors/api-error.ts';
import type { Context } from '../../../persistence/context.ts';
import { inTransaction } from '../../../persistence/in-transaction.ts';
import { identities } from '../../../schema/internal/sso.ts';
import { steadyTime } from '../../../shared/steady-time.ts';
import { refuseInactive, refuseSecondFactor } from '../account-checks.ts';
import { notifyRefusalHooks } from '../auth-hooks.ts';
import { type Opened, signIn } from '../sessions.ts';
import { useUp } from '../single-use.ts';
import { accountOf } from './identities.ts';
import { callbackOf, providerNamed, type SsoParts, withProvider } from './parts.ts';
import { issueRequestToken } from './request-token.ts';
import { requireTarget, withFailure, withParameters } from './target.ts';

/** The outcome of a sign-in through a provider: where to redirect, and a session unless the target gets a token. */
interface Finished {
  readonly session: Opened | null;
  readonly location: string;
}

/** What the provider's redirect and the browser's cookie brought back. */
interface Return {
  readonly provider: string;
  /** The query string with its question mark, or an empty string. */
  readonly query: string;
  readonly kept: string | null;
}

/** A return that matches an attempt of this browser. */
interface Matched {
  readonly provider: Provider;
  readonly attempt: Attempt;
  readonly query: string;
}

/**
 * Completes a sign-in through a provider: begins a session by cookie, or issues a request token for one. A failure also
 * redirects to the target. Errors 1, 4, 103, 107, 115, 11, -1. (Contract, A-123 to A-126.)
 */
export async function finishSso(context: Context, parts: SsoParts, back: Return): Promise<Finished> {
  const matched = await match(context, parts, back);
  const target = requireTarget(context, matched.attempt.target);
  let profile: Profile | null = null;
  try {
    profile = await profileFrom(context, parts, matched);
    return await admitted(context, parts, matched, profile, target);
  } catch (error) {
    notifyRefusalHooks(context, profile?.email ?? null, error);
    if (!(error instanceof ApiError)) throw error;
    const email = error.entry === 'emailNotFound' ? (profile?.email ?? null) : null;
    return { session: null, location: withFailure(target, error, email) };
  }
}

/** Refuses a return whose state is missing or differs: the sign-in was not begun in this browser. */
async function match(
  context: Context,
  { issuer }: SsoParts,
  { provider: name, query, kept }: Return,
): Promise<Matched> {
  const provider = providerNamed(context, name);
  const attempt = kept === null ? null : await openAttempt(issuer, kept, steadyTime(context.now));
  const state = new URLSearchParams(query).get('state') ?? '';
  if (attempt?.provider !== name || !isSame(state, attempt.state)) throw new ApiError('ssoNotBegun');
  return { provider, attempt, query };
}

function profileFrom(context: Context, parts: SsoParts, { provider, attempt, query }: Matched): Promise<Profile> {
  const url = new URL(`${callbackOf(context, provider)}${query}`);
  return withProvider(context, parts, provider, (client) => profileOf(client, provider, attempt, url));
}

async function admitted(
  context: Context,
  { issuer }: SsoParts,
  { provider, attempt }: Matched,
  profile: Profile,
  target: URL,
): Promise<Finished> {
  const expires = new Date(steadyTime(context.now).getTime() + ATTEMPT_SECONDS * 1000);
  const token = seal(issuer.secret, 'sso', [attempt.state]);
  await context.store.internalTable(identities);
  return inTransaction(context, async (tx) => {
    const account = await accountOf(tx, provider, profile);
    refuseInactive(account);
    refuseSecondFactor(context.store, account);
    if (!(await useUp(tx, { user: account.id, kind: 'sso', token, expires }))) throw new ApiError('ssoNotBegun');
    if (attempt.mode === 'jwt') {
      const worth = await issueRequestToken(tx, issuer, account, attempt.challenge);
      return { session: null, location: withParameters(target, { request_token: worth }) };
    }
    return { session: await signIn(tx, issuer, account, attempt.mode), location: target.href };
  });
}
