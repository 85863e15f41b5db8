const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LENGTH = 16;

/** A new random secret of a second factor. It exists only in this browser until it is activated. */
export const newSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => BASE32[byte % BASE32.length]).join('');

/** A secret as people copy it from a screen: in groups of four. */
export const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** The link that authenticator apps take. */
export function otpauthUrl(secret: string, project: string, email: string): string {
  const label = [project, email].filter(Boolean).map(encodeURIComponent).join(':');
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(project)}`;
}
