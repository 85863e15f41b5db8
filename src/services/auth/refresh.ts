import { type TokenIssuer, verifyToken } from '../../auth/tokens.ts';
import { ApiError } from '../../errors/api-error.ts';
import { accountById } from '../../persistence/accounts.ts';
import type { Context } from '../../persistence/context.ts';
import { needs2FA, refuseInactive } from './account-checks.ts';
import { sessionKeyOf } from './jwt-session.ts';
import { findSession, printJwt, prolong } from './sessions.ts';

/** Exchanges an unexpired token for a new one of the same session. Errors 101, 102, 103, 106. (Contract, A-59.) */
export async function refresh(context: Context, issuer: TokenIssuer, token: string): Promise<string> {
  const claims = await verifyToken(issuer, 'auth', token, context.now);
  const key = sessionKeyOf(claims);
  const account = await accountById(context.store, claims.id, context.store.database);
  if (!account) throw new ApiError('userNotFound');
  refuseInactive(account);
  const session = await findSession(context.store, issuer, 'jwt', key, context.now);
  if (session === 'expired') throw new ApiError('expiredToken');
  if (session?.account.id !== account.id) throw new ApiError('invalidToken');
  await prolong(context.store, 'jwt', session, context.now);
  const more = { needs2FA: needs2FA(context.store, account) };
  return printJwt(context, issuer, account.id, key, more, session.ends);
}
