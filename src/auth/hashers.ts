import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../errors/api-error.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

const DIGESTS: ReadonlySet<string> = new Set(['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512']);
const SLOW: ReadonlySet<string> = new Set(['core', 'bcrypt']);

/** The names of the hashers. (Contract, T-35 and X-7.) */
export const hashers: readonly string[] = [...SLOW, ...DIGESTS];

/** Whether a hasher is suitable for passwords. */
export function isSlowHasher(name: string): boolean {
  return SLOW.has(name);
}

/** Values wait in a queue of their own, so that people can sign in while many are hashed. */
const partyOf = (project: string): string => `${project} values`;

/**
 * Hashes a text for a project: `core` and `bcrypt` are salted and slow, with an optional cost; the others are plain hex
 * digests. Errors 1000, and 11 if too many texts of the project are waiting.
 */
export async function hashText(project: string, text: string, hasher: string, cost?: number): Promise<string> {
  if (SLOW.has(hasher)) return hashPassword(partyOf(project), text, cost);
  if (!DIGESTS.has(hasher)) throw new ApiError('unknownHasher', { hasher });
  return createHash(hasher).update(text).digest('hex');
}

/** Whether a hash matches a text; compared in constant time. Error 1000. */
export async function matchesHash(project: string, text: string, hash: string, hasher: string): Promise<boolean> {
  if (SLOW.has(hasher)) return verifyPassword(partyOf(project), text, hash);
  const [wanted, given] = [Buffer.from(await hashText(project, text, hasher)), Buffer.from(hash.toLowerCase())];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
