import { DIGITS, STEP_SECONDS, stepOf, WINDOW } from '../../auth/one-time-password.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { DAY_MS } from '../../shared/time-units.ts';
import { useUp } from './single-use.ts';

/** The period during which the same one-time password would be accepted, even if the clock is set back by hours. */
const REMEMBERED_MS = DAY_MS + (2 * WINDOW + 1) * STEP_SECONDS * 1000;

/** Returns the one-time password that a client sent, as a text or a number. Error 111 if there is none. */
export function oneTimePassword(value: unknown): string {
  if (typeof value === 'number') return String(value).padStart(DIGITS, '0');
  const text = typeof value === 'string' ? value : '';
  if (text === '') throw new ApiError('otpMissing');
  return text;
}

/** Uses up a one-time password inside the caller's transaction. It works once across all processes. Error 112. */
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
