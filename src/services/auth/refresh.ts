import { issueToken, type TokenIssuer, verifyToken } from '../../auth/tokens.ts';
import { ApiError } from '../../errors/api-error.ts';
import { violation } from '../../errors/violations.ts';
import type { Context } from '../context.ts';
import type { Payload } from '../items/payload.ts';
import { accountById } from './accounts.ts';
import { refuseInactive } from './authenticate.ts';

/** Exchanges an unexpired token for a new one. Errors 4, 101, 102, 103, 106. (Specification, "Authentication".) */
export async function refresh(context: Context, issuer: TokenIssuer, { token }: Payload): Promise<string> {
  if (token === undefined || token === null || token === '')
    throw new ApiError('validation', { violations: `token: ${violation.blank}` });
  const { id } = await verifyToken(issuer, 'auth', String(token), context.now);
  const account = await accountById(context.store, id);
  if (!account) throw new ApiError('userNotFound');
  refuseInactive(account);
  return issueToken(issuer, 'auth', { id, needs2FA: false }, context.store.catalog.settings.tokenMinutes, context.now);
}
