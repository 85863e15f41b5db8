import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text with a key derived from the project's secret; it can only be decrypted for the same purpose and
 * place.
 */
export function sealText(secret: string, purpose: string, place: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret, purpose), nonce).setAAD(Buffer.from(place));
  const sealed = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64');
}

/** Decrypts the result of {@link sealText}; null if it was encrypted with another secret or is malformed. */
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

/** Derives the key of one purpose. */
const keyOf = (secret: string, purpose: string): Buffer => createHmac('sha256', secret).update(purpose).digest();
