import type { ApiError } from '../../errors/api-error.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import { checksumIn } from '../../storage/checksum.ts';
import type { StorageConfig } from '../../storage/config.ts';
import { openStorage } from '../../storage/open.ts';
import type { Storage } from '../../storage/storage.ts';
import type { CopyWatch } from './watch.ts';

/** Originals, and objects that an unfinished change has left pending. */
const ROOMS = ['originals/', 'pending/'];

/** Refuses a storage that has files of another project. Error 12. */
export async function requireEmpty(storage: Storage): Promise<void> {
  for (const room of ROOMS)
    for await (const { name } of storage.list(room)) throw failure(name, 'the storage of the copy is not empty');
}

/**
 * Copies the originals of a project into the storage of its copy and reads each back; generated images are made again
 * on demand. That storage must be empty. Returns the number of files. If it throws, it leaves nothing behind. Error 12.
 */
export async function copyFiles(from: Storage, to: Storage, watch: CopyWatch): Promise<number> {
  const copied: string[] = [];
  try {
    for (const room of ROOMS)
      for await (const { name } of from.list(room)) {
        if (await to.stat(name)) throw failure(name, 'there is one of that name already');
        copied.push(name);
        await copyFile(from, to, name);
        await watch.handled(1);
      }
    return copied.length;
  } catch (error) {
    for (const name of copied) await to.remove(name).catch(() => {});
    throw error;
  }
}

async function copyFile(from: Storage, to: Storage, name: string): Promise<void> {
  const data = await from.read(name);
  if (!data) throw failure(name, 'it has gone');
  await to.write(name, data);
  if ((await checksumIn(from, name)) !== (await checksumIn(to, name))) throw failure(name, 'it reads back otherwise');
}

function failure(name: string, reason: string): ApiError {
  return unprocessable(`The file "${name}" cannot be copied: ${reason}`);
}

/** Removes the files of a copy that has not been completed. */
export async function discardFiles(config: StorageConfig): Promise<void> {
  const storage = openStorage(config);
  try {
    for (const room of ROOMS) for await (const { name } of storage.list(room)) await storage.remove(name);
  } finally {
    await storage.close();
  }
}
