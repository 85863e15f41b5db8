import { Secret, TOTP } from 'otpauth';

/** Seconds that a one-time password is shown, and how many before and after it count too. */
export const STEP_SECONDS = 30;
export const WINDOW = 2;

/**
 * The time step that a one-time password of a secret belongs to; null where it is none, or the secret is no base32
 * text. Secrets of any length count. (Contract, A-70.)
 */
export function stepOf(secret: string, password: string, now: Date): number | null {
  const totp = generatorOf(secret);
  if (!totp || !/^\d{6}$/.test(password)) return null;
  const timestamp = now.getTime();
  const delta = totp.validate({ token: password, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

function generatorOf(secret: string): TOTP | null {
  if (!/^[A-Z2-7\s]+=*$/i.test(secret)) return null;
  try {
    return new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });
  } catch {
    return null;
  }
}
