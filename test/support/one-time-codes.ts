import { Secret, TOTP } from 'otpauth';

/** The code that an authenticator app shows for a secret, this many time steps from now. */
export function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}

/** A code that is wrong at every time step near now. */
export function wrongCodeOf(secret: string): string {
  const good = new Set([-3, -2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps)));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find((code) => !good.has(code)) ??
    ''
  );
}
