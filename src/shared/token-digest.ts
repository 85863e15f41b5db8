import { createHash, timingSafeEqual } from 'node:crypto';

/** What is kept of a token to recognise it by. */
export const tokenDigest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Whether a digest is that of a token, in a time that says nothing of either. */
export const isDigestOf = (digest: Buffer, token: string): boolean => timingSafeEqual(tokenDigest(token), digest);
