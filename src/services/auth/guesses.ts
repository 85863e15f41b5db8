import { createHash } from 'node:crypto';
import type { Throttle, Throttles } from '../../auth/throttle.ts';
import type { RateLimits } from '../../config/rate-limits.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Context } from '../context.ts';

/** Slows down whoever guesses passwords: by account, by address, and by both. Nobody is locked out for good. */
export interface Guesses {
  /** Runs an attempt to sign in. Refuses it where too many have failed, and counts it when it fails. Error 7. */
  attempt<T>(context: Context, email: string, work: () => Promise<T>): Promise<T>;
  /** The same for the one-time password of somebody whose password was right. */
  attemptOtp<T>(context: Context, user: number, work: () => Promise<T>): Promise<T>;
}

/** The guesses at the accounts of projects. */
export function guessesOf(throttles: Throttles, limits: RateLimits): Guesses {
  const account = throttles.of('account', limits.account);
  const anywhere = throttles.of('account-anywhere', limits.accountAnywhere);
  const address = throttles.of('address', limits.address);
  const otp = throttles.of('otp', limits.oneTimePasswords);
  return {
    attempt({ store: { project }, ip }, email, work) {
      const name = nameOf(email);
      const counted: Counted[] = [
        [account, `${project}|${ip}|${name}`],
        [anywhere, `${project}|${name}`],
        [address, `${project}|${ip}`],
      ];
      return counting(counted, 'invalidCredentials', work);
    },
    attemptOtp: ({ store: { project } }, user, work) => counting([[otp, `${project}|${user}`]], 'otpInvalid', work),
  };
}

type Counted = readonly [throttle: Throttle, key: string];

async function counting<T>(
  counted: readonly Counted[],
  failure: 'invalidCredentials' | 'otpInvalid',
  work: () => Promise<T>,
): Promise<T> {
  for (const [throttle, key] of counted) await throttle.admit(key);
  try {
    const result = await work();
    const [first] = counted;
    if (first) await first[0].forget(first[1]);
    return result;
  } catch (error) {
    if (error instanceof ApiError && (error.kind === failure || error.kind === 'userSuspended'))
      await Promise.all(counted.map(([throttle, key]) => throttle.take(key).catch(() => {})));
    throw error;
  }
}

/** Addresses are one account whatever their case; a digest, so that no key is longer than another. */
function nameOf(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
}
