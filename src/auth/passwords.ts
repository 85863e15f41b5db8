import bcrypt from '@node-rs/bcrypt';
import { Turns } from '../shared/turns.ts';

const COST = 10;
const CONCURRENT = 2;
const QUEUE = 500;
const MAX_BYTES = 4096;

/** At most a few hashes at a time, so that signing in never takes the whole machine. */
const turns = new Turns(CONCURRENT, QUEUE);

/** Hashes a password as `$2y$`, off the main thread. */
export async function hashPassword(password: string): Promise<string> {
  return turns.run(() => bcrypt.hash(password.slice(0, MAX_BYTES), { cost: COST, version: '2y' }));
}

/** Whether a hash (`$2a$`, `$2b$` or `$2y$`) is that of a password; false for text that is no such hash. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  if (!/^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(hash)) return false;
  return turns.run(() => bcrypt.verify(password.slice(0, MAX_BYTES), hash));
}
