import { hashPassword } from '../../auth/passwords.ts';
import { looksLikeJwt, type TokenClaims, type TokenIssuer, unverifiedClaims, verifyToken } from '../../auth/tokens.ts';
import { ApiError } from '../../errors/api-error.ts';
import { accountById } from '../../persistence/accounts.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { recordActivity } from '../../persistence/records.ts';
import { removeSessions } from '../../persistence/session-rows.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { users } from '../../schema/system/users.ts';
import type { Readmit } from './guesses.ts';
import { newPassword } from './new-password.ts';

/**
 * Sets a new password for the bearer of a mailed token. A token works once, only for the address it was sent to, and
 * only if it is the user's latest. Errors 104, 105, 101, 106, 4. (Contract, A-84 and A-85.)
 */
export async function resetPassword(
  context: Context,
  issuer: TokenIssuer,
  { token, password }: Payload,
  readmit: Readmit,
): Promise<void> {
  const given = typeof token === 'string' ? token : '';
  const { id, email } = await claimsOf(context, issuer, given);
  const account = await accountById(context.store, id, context.store.database);
  if (!account) throw new ApiError('userNotFound');
  if (account.email !== email) throw new ApiError('invalidResetToken');
  const hash = await hashPassword(context.store.project, await newPassword(context.store, password));
  await inTransaction(context, async (tx) => {
    const rows = new TableRows(context.store.dialect, users);
    const changed = await rows.update(
      tx.connection,
      [
        ['id', '=', id],
        ['password_reset_token', '=', given],
      ],
      { password: hash, password_reset_token: null },
    );
    if (changed === 0) throw new ApiError('expiredResetToken');
    await readmit();
    await removeSessions(tx, [['user', '=', id]]);
    await recordActivity(tx, { action: 'update', collection: users.name, item: String(id), by: id });
  });
}

async function claimsOf(context: Context, issuer: TokenIssuer, token: string): Promise<TokenClaims> {
  if (!looksLikeJwt(token)) throw new ApiError('invalidResetToken');
  try {
    return await verifyToken(issuer, 'reset_password', token, context.now);
  } catch (error) {
    const expired = error instanceof ApiError && error.entry === 'expiredToken';
    throw new ApiError(expired ? 'expiredResetToken' : resetTokenError(issuer, token));
  }
}

/**
 * Returns the error for a token that fails verification. A token that claims to be from this project counts as expired.
 */
function resetTokenError(
  issuer: TokenIssuer,
  token: string,
): 'invalidResetToken' | 'invalidToken' | 'expiredResetToken' {
  const { type, key, project } = unverifiedClaims(token);
  if (type !== 'reset_password') return 'invalidResetToken';
  return key === issuer.public && project === issuer.project ? 'expiredResetToken' : 'invalidToken';
}
