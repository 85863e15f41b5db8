import bcrypt from '@node-rs/bcrypt';

const COST = 10;
const CONCURRENT = 2;
const QUEUE = 500;
const MAX_BYTES = 4096;

let running = 0;
const waiting: (() => void)[] = [];

/** The flood of sign-ins is larger than the queue for hashing. */
export class HashingOverload extends Error {}

/** Hashes a password as `$2y$`, off the main thread. */
export async function hashPassword(password: string): Promise<string> {
  return bounded(() => bcrypt.hash(password.slice(0, MAX_BYTES), { cost: COST, version: '2y' }));
}

/** Whether a hash (`$2a$`, `$2b$` or `$2y$`) is that of a password; false for text that is no such hash. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  if (!/^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(hash)) return false;
  return bounded(() => bcrypt.verify(password.slice(0, MAX_BYTES), hash));
}

/** At most a few hashes at a time, so that signing in never takes the whole machine. */
async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= QUEUE) throw new HashingOverload('too many passwords are being checked');
  if (running >= CONCURRENT) await new Promise<void>((start) => waiting.push(start));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
