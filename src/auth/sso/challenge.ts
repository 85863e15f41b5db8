import { createHash } from 'node:crypto';
import { isSame } from '../seal.ts';

/** Whether a text has the form of a challenge: the SHA-256 of a verifier as base64url (S256 of RFC 7636). */
export function isChallenge(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/**
 * Whether a verifier matches a challenge. Without a challenge there must be no verifier: a client with a verifier
 * started with a challenge, so this token belongs to someone else's attempt.
 */
export function matchesChallenge(challenge: unknown, verifier: unknown): boolean {
  if (verifier === undefined || verifier === null) return challenge === undefined;
  if (typeof verifier !== 'string' || typeof challenge !== 'string') return false;
  return isSame(createHash('sha256').update(verifier).digest('base64url'), challenge);
}
