import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A text that only whoever knows the project's secret reads; it can be opened for the same purpose and place alone. */
export function sealText(secret: string, purpose: string, place: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret, purpose), nonce).setAAD(Buffer.from(place));
  const sealed = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64');
}

/** The text of {@link sealText}; null where it was sealed with another secret, or is none. */
export function openText(secret: string, purpose: string, place: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  const begin = NONCE_BYTES + TAG_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(secret, purpose), bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(NONCE_BYTES, begin));
    return Buffer.concat([decipher.update(bytes.subarray(begin)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** A key for one purpose alone. */
const keyOf = (secret: string, purpose: string): Buffer => createHmac('sha256', secret).update(purpose).digest();
