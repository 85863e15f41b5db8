import { availableParallelism } from 'node:os';
import { ApiError } from '../errors/api-error.ts';
import { Overload, Semaphore } from '../shared/semaphore.ts';
import { type HashTask, HashThread } from './hash-thread.ts';

const COST = 10;
/** Leaves one processor free for everything else. */
const CONCURRENT = Math.max(1, Math.min(3, availableParallelism() - 1));
/** About five seconds of hashing; requests that would wait longer are refused. */
const QUEUE = 80 * CONCURRENT;
const MAX_TEXT = 4096;
/** bcrypt ignores everything after these bytes. */
export const MAX_PASSWORD_BYTES = 72;
/** Hashes with a higher cost count as invalid, since comparing them would block everybody. */
const BCRYPT = /^\$2[aby]\$(0[4-9]|1[0-3])\$[./A-Za-z0-9]{53}$/;
/** Compared with when there is no hash, so that the response takes the same time; it matches no password. */
const DECOY = '$2y$10$abcdefghijklmnopqrstuuJ0cZq1nG8mO7yqvT0kH3l8Wk5s9bX2i';

/** Bounds concurrent hashing, so that signing in never uses the whole machine. Each party has a queue of its own. */
const semaphore = new Semaphore({ total: CONCURRENT, waiting: QUEUE });
const idle: HashThread[] = [];

/** Whether bcrypt would ignore the end of a password. (docs/decisions/0006-sessions-and-passwords.md) */
export function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > MAX_PASSWORD_BYTES;
}

/**
 * Hashes a password as `$2y$`, off the main thread. Each step of the cost doubles the time. Parties, such as projects,
 * take turns. Error 11 if too many of the party are waiting.
 */
export async function hashPassword(party: string, password: string, cost: number = COST): Promise<string> {
  return bounded<string>(party, { kind: 'hash', text: password.slice(0, MAX_TEXT), cost });
}

/**
 * Whether a hash (`$2a$`, `$2b$` or `$2y$`, cost 4 to 13) matches a password. A missing or malformed hash never
 * matches, and takes just as long. Error 11 as for {@link hashPassword}.
 */
export async function verifyPassword(party: string, password: string, hash: string | null): Promise<boolean> {
  const isHash = hash !== null && BCRYPT.test(hash);
  const text = password.slice(0, MAX_TEXT);
  const matches = await bounded<boolean>(party, { kind: 'verify', text, hash: isHash ? hash : DECOY });
  return isHash && matches;
}

async function bounded<T>(party: string, task: HashTask): Promise<T> {
  try {
    return await semaphore.run(party, () => runOnThread<T>(task));
  } catch (error) {
    throw error instanceof Overload ? new ApiError('signInBusy') : error;
  }
}

async function runOnThread<T>(task: HashTask): Promise<T> {
  const thread = idle.pop() ?? new HashThread();
  try {
    return await thread.run<T>(task);
  } finally {
    if (!thread.ended) idle.push(thread);
  }
}
