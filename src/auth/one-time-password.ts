import { Secret, TOTP } from 'otpauth';

/** How long a one-time password is shown, in seconds, and how many earlier and later ones are accepted, too. */
export const STEP_SECONDS = 30;
export const WINDOW = 2;
/** How many digits a one-time password has. */
export const DIGITS = 6;

/**
 * The time step that a one-time password belongs to; null if it is not valid for the secret, or the secret is not
 * base32. Secrets of any length are accepted. (Contract, A-70.)
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
    return new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: DIGITS, period: STEP_SECONDS });
  } catch {
    return null;
  }
}
