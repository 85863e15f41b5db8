import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Storage } from './storage.ts';

/** The MD5 of an object in lower-case hex; undefined if there is no such object. */
export async function checksumIn(storage: Storage, name: string): Promise<string | undefined> {
  const data = await storage.read(name);
  if (!data) return undefined;
  const hash = createHash('md5');
  await pipeline(data, hash);
  return hash.digest('hex');
}
