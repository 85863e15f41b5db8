import { createHash } from 'node:crypto';
import { networkOf } from '../../auth/network-of.ts';
import type { Throttle, Throttles } from '../../auth/throttle.ts';
import type { RateLimits } from '../../config/rate-limits.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { ErrorName } from '../../errors/catalogue.ts';
import type { Context } from '../../persistence/context.ts';
import { addressKey } from '../../shared/email.ts';

/**
 * Checks the limits again: concurrent guesses must not get more answers than sequential ones. Must be called when a
 * guess has proved right, and before anything of the attempt is kept. Error 7.
 */
export type Readmit = () => Promise<void>;

/** Limits password guesses by account, by IP address, and by both. No account is locked for good. */
export interface Guesses {
  /**
   * Runs a sign-in attempt, which keeps nothing. Refuses it after too many failures, and counts it if it fails. Error
   * 7.
   */
  attempt<T>(context: Context, email: string, work: () => Promise<T>): Promise<T>;
  /** Does the same for a one-time password, sent after the right password. */
  attemptOtp<T>(context: Context, user: number, work: (readmit: Readmit) => Promise<T>): Promise<T>;
  /** Does the same for a token from a mail or a URL, regardless of its user. */
  attemptToken<T>(context: Context, work: (readmit: Readmit) => Promise<T>): Promise<T>;
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

/** Returns the guess limits for the accounts of all projects. */
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
      const network = networkOf(ip);
      const counted: Counted[] = [
        [account, `${project}|${network}|${name}`],
        [anywhere, `${project}|${name}`],
        [address, `${project}|${network}`],
      ];
      const right = async (readmit: Readmit) => {
        const result = await work();
        await readmit();
        return result;
      };
      return counting(counted, PASSWORD, right, counted[0]);
    },
    attemptOtp({ store: { project } }, user, work) {
      const counted: Counted = [otp, `${project}|${user}`];
      return counting([counted], OTP, work, counted);
    },
    attemptToken({ store: { project }, client: { ip } }, work) {
      const counted: Counted[] = [
        [token, `${project}|${networkOf(ip)}`],
        [tokenAnywhere, project],
      ];
      return counting(counted, TOKEN, work);
    },
  };
}

type Counted = readonly [throttle: Throttle, key: string];

/** Counts failures. A success clears the counter in `forgotten`. */
async function counting<T>(
  counted: readonly Counted[],
  failures: ReadonlySet<ErrorName>,
  work: (readmit: Readmit) => Promise<T>,
  forgotten?: Counted,
): Promise<T> {
  await admitAll(counted);
  try {
    const result = await work(() => admitAll(counted));
    if (forgotten) await forgotten[0].forget(forgotten[1]);
    return result;
  } catch (error) {
    if (error instanceof ApiError && failures.has(error.entry)) await takeAll(counted);
    throw error;
  }
}

/** Asks every throttle. Error 7. */
const admitAll = (counted: readonly Counted[]): Promise<void> =>
  together(counted.map(([throttle, key]) => throttle.admit(key)));

/** Counts on every throttle, even if one of them refuses. Error 7. */
const takeAll = (counted: readonly Counted[]): Promise<void> =>
  together(counted.map(([throttle, key]) => throttle.take(key)));

/** At once, because each may have to wait for Redis. Throws the first refusal when all have answered. */
async function together(answers: readonly Promise<unknown>[]): Promise<void> {
  const refused = (await Promise.allSettled(answers)).find((each) => each.status === 'rejected');
  if (refused) throw refused.reason;
}

/**
 * Returns the throttle key of an e-mail address. Case and Unicode form do not matter. The key is a digest so that all
 * keys have the same length.
 */
export function accountKey(email: string): string {
  return createHash('sha256').update(addressKey(email.trim())).digest('base64url');
}
