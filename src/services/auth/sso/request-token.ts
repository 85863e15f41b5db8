import { matchesChallenge } from '../../../auth/sso/challenge.ts';
import { verifyRequestToken } from '../../../auth/sso/request-token.ts';
import { issueToken, type TokenIssuer } from '../../../auth/tokens.ts';
import { ApiError } from '../../../errors/api-error.ts';
import { type Account, accountById } from '../../../persistence/accounts.ts';
import type { Context } from '../../../persistence/context.ts';
import { inTransaction } from '../../../persistence/in-transaction.ts';
import { deleteRows } from '../../../persistence/rows.ts';
import type { Transaction } from '../../../persistence/transaction.ts';
import type { Payload } from '../../../query/plan/write/payload.ts';
import { steadyTime } from '../../../shared/steady-time.ts';
import { refuseInactive, refuseSecondFactor } from '../account-checks.ts';
import { notifyRefusalHooks } from '../auth-hooks.ts';
import type { Readmit } from '../guesses.ts';
import { sessionKeyOf } from '../jwt-session.ts';
import type { SessionKey } from '../session-token.ts';
import { findSession, sealSession, signIn } from '../sessions.ts';

/** The token travels in a URL, so it is valid for one session and only briefly. */
const LIFE_MINUTES = 1;

/**
 * Issues a token for one session of an account, inside the caller's transaction. Only the holder of the challenge's
 * verifier can use it.
 */
export async function issueRequestToken(
  tx: Transaction,
  issuer: TokenIssuer,
  account: Account,
  challenge: string | undefined,
): Promise<string> {
  const { baseUrl } = tx.context.client;
  const now = steadyTime(tx.context.now);
  const expires = new Date(now.getTime() + LIFE_MINUTES * 60_000);
  const { id, nonce } = await sealSession(tx, issuer, account, 'request', expires);
  const claims = { id: account.id, session: id, nonce, url: baseUrl, ...(challenge && { challenge }) };
  return issueToken(issuer, 'request_token', claims, LIFE_MINUTES, now);
}

/** Exchanges a request token for a temporary token, once. Errors 109, 110, 101, 106, 103, 115. (Contract, A-128.) */
export async function exchangeRequestToken(
  context: Context,
  issuer: TokenIssuer,
  { request_token: given, code_verifier: verifier }: Payload,
  readmit: Readmit,
): Promise<string> {
  const claims = await verifyRequestToken(issuer, given, context.now);
  if (!matchesChallenge(claims.challenge, verifier)) throw new ApiError('invalidRequestToken');
  const account = await accountById(context.store, claims.id, context.store.database);
  if (!account) throw new ApiError('userNotFound');
  try {
    return await exchanged(context, issuer, account, sessionKeyOf(claims), readmit);
  } catch (error) {
    notifyRefusalHooks(context, account.email, error);
    throw error;
  }
}

async function exchanged(
  context: Context,
  issuer: TokenIssuer,
  account: Account,
  key: SessionKey,
  readmit: Readmit,
): Promise<string> {
  refuseInactive(account);
  refuseSecondFactor(context.store, account);
  const worth = await findSession(context.store, issuer, 'request', key, context.now);
  if (worth === 'expired' || worth?.account.id !== account.id) throw new ApiError('expiredRequestToken');
  return inTransaction(context, async (tx) => {
    const used = await deleteRows(tx, 'directus_user_sessions', new Map([['id', key.id]]), 'integer');
    if (used !== 1) throw new ApiError('expiredRequestToken');
    await readmit();
    return (await signIn(tx, issuer, account, 'jwt')).token;
  });
}
