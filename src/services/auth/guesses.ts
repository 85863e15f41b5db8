import { createHash } from 'node:crypto';
import type { Throttle, Throttles } from '../../auth/throttle.ts';
import type { RateLimits } from '../../config/rate-limits.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { ErrorName } from '../../errors/catalogue.ts';
import type { Context } from '../../persistence/context.ts';
import { addressKey } from '../../shared/email.ts';

/** Slows down whoever guesses passwords: by account, by address, and by both. Nobody is locked out for good. */
export interface Guesses {
  /** Runs an attempt to sign in. Refuses it where too many have failed, and counts it when it fails. Error 7. */
  attempt<T>(context: Context, email: string, work: () => Promise<T>): Promise<T>;
  /** The same for the one-time password of somebody whose password was right. */
  attemptOtp<T>(context: Context, user: number, work: () => Promise<T>): Promise<T>;
  /** The same for a token that a mail or an address brought, of whomever it is. */
  attemptToken<T>(context: Context, work: () => Promise<T>): Promise<T>;
}

const PASSWORD: ReadonlySet<ErrorName> = new Set(['invalidCredentials', 'userSuspended']);
const OTP: ReadonlySet<ErrorName> = new Set(['otpInvalid']);
const TOKEN: ReadonlySet<ErrorName> = new Set([
  'invalidToken',
  'expiredToken',
  'invalidResetToken',
  'expiredResetToken',
  'invalidRequestToken',
  'expiredRequestToken',
  'userNotFound',
]);

/** The guesses at the accounts of projects. */
export function guessesOf(throttles: Throttles, limits: RateLimits): Guesses {
  const account = throttles.of('account', limits.account);
  const anywhere = throttles.of('account-anywhere', limits.accountAnywhere);
  const address = throttles.of('address', limits.address);
  const otp = throttles.of('otp', limits.oneTimePasswords);
  const token = throttles.of('token', limits.tokens);
  const tokenAnywhere = throttles.of('token-anywhere', limits.tokensAnywhere);
  return {
    attempt({ store: { project }, client: { ip } }, email, work) {
      const name = accountKey(email);
      const counted: Counted[] = [
        [account, `${project}|${ip}|${name}`],
        [anywhere, `${project}|${name}`],
        [address, `${project}|${ip}`],
      ];
      return counting(counted, PASSWORD, work, counted[0]);
    },
    attemptOtp({ store: { project } }, user, work) {
      const counted: Counted = [otp, `${project}|${user}`];
      return counting([counted], OTP, work, counted);
    },
    attemptToken({ store: { project }, client: { ip } }, work) {
      const counted: Counted[] = [
        [token, `${project}|${ip}`],
        [tokenAnywhere, project],
      ];
      return counting(counted, TOKEN, work);
    },
  };
}

type Counted = readonly [throttle: Throttle, key: string];

/**
 * Counts failures, and forgets those that a success makes good. Guesses that are made at once are looked at again when their answers are known: no more of them are answered than if
 * they had come one after the other.
 */
async function counting<T>(
  counted: readonly Counted[],
  failures: ReadonlySet<ErrorName>,
  work: () => Promise<T>,
  forgotten?: Counted,
): Promise<T> {
  await admitAll(counted);
  try {
    const result = await work();
    await admitAll(counted);
    if (forgotten) await forgotten[0].forget(forgotten[1]);
    return result;
  } catch (error) {
    if (error instanceof ApiError && failures.has(error.entry)) await takeAll(counted);
    throw error;
  }
}

async function admitAll(counted: readonly Counted[]): Promise<void> {
  for (const [throttle, key] of counted) await throttle.admit(key);
}

/** Counts everywhere, also where one refuses. Error 7. */
async function takeAll(counted: readonly Counted[]): Promise<void> {
  const taken = await Promise.allSettled(counted.map(([throttle, key]) => throttle.take(key)));
  const refused = taken.find((each) => each.status === 'rejected');
  if (refused) throw refused.reason;
}

/** Addresses are one account whatever their case and their form; a digest, so that no key is longer than another. */
export function accountKey(email: string): string {
  return createHash('sha256').update(addressKey(email.trim())).digest('base64url');
}
