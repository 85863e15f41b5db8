import { createHash, timingSafeEqual } from 'node:crypto';

/** The digest that is stored to recognise a token. */
export const tokenDigest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Whether a digest is that of a token, compared in constant time. */
export const isDigestOf = (digest: Buffer, token: string): boolean => timingSafeEqual(tokenDigest(token), digest);
