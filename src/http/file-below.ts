import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';

/**
 * Opens a file in a folder. Null for missing files, hidden names, and anything outside the folder, including through
 * symbolic links.
 */
export async function openBelow(root: string, path: string): Promise<FileHandle | null> {
  if (/[\\\0]/.test(path) || path.split('/').some((part) => part.startsWith('.'))) return null;
  const file = await openReal(root, path);
  if (file === null || (await file.stat()).isFile()) return file;
  await file.close();
  return null;
}

async function openReal(root: string, path: string): Promise<FileHandle | null> {
  try {
    const [folder, target] = await Promise.all([realpath(root), realpath(join(root, path))]);
    if (!target.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)) return null;
    return await open(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
}
