import { STEP_SECONDS, stepOf, WINDOW } from '../../auth/one-time-password.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { useUp } from './single-use.ts';

/** As long as a one-time password could come again. */
const REMEMBERED_MS = (2 * WINDOW + 1) * STEP_SECONDS * 1000;

/** What a client sends as a one-time password; null where it is none. Error 111. */
export function oneTimePassword(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (text === '') throw new ApiError('otpMissing');
  return text;
}

/**
 * Uses up a one-time password, inside the transaction under way: it counts once, in all processes together. Error 112.
 */
export async function useOneTimePassword(
  tx: Transaction,
  user: number,
  secret: string,
  password: string,
): Promise<void> {
  const step = stepOf(secret, password, tx.context.now);
  if (step === null) throw new ApiError('otpInvalid');
  const expires = new Date(tx.context.now.getTime() + REMEMBERED_MS);
  if (!(await useUp(tx, { user, kind: 'otp', token: String(step), expires }))) throw new ApiError('otpInvalid');
}
