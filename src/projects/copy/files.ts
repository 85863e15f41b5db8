import { ApiError } from '../../errors/api-error.ts';
import { checksumIn } from '../../storage/checksum.ts';
import type { Storage } from '../../storage/storage.ts';

/** Originals, and contents that a change which did not end has left waiting. */
const ROOMS = ['originals/', 'pending/'];

/**
 * Copies the originals of a project into the storage of its copy and reads each back; what was made of them is made anew
 * when it is asked for. Returns how many there are. When it throws, nothing of them stays. Error 12.
 */
export async function copyFiles(from: Storage, to: Storage): Promise<number> {
  const copied: string[] = [];
  try {
    for (const room of ROOMS)
      for await (const { name } of from.list(room)) {
        if (await to.stat(name)) throw failure(name, 'there is one of that name already');
        copied.push(name);
        await copyFile(from, to, name);
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
  return new ApiError('unprocessable', { reason: `The file "${name}" cannot be copied: ${reason}` });
}
