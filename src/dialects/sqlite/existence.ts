import { existsSync, rmSync } from 'node:fs';
import type { DatabaseAddress } from '../dialect.ts';

/** Whether there is such a file. */
export async function exists({ file = '' }: DatabaseAddress): Promise<boolean> {
  return existsSync(file);
}

/** Deletes the file of a database that is closed, with those beside it. */
export async function destroy({ file }: DatabaseAddress): Promise<void> {
  if (file) for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
}
