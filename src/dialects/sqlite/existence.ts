import { existsSync, rmSync } from 'node:fs';
import type { DatabaseAddress } from '../dialect.ts';

/** Whether the database file exists. */
export async function exists({ file = '' }: DatabaseAddress): Promise<boolean> {
  return existsSync(file);
}

/** Deletes the file of a closed database, and its companion files. */
export async function destroy({ file }: DatabaseAddress): Promise<void> {
  if (file) for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${ending}`, { force: true });
}
