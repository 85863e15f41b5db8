import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { INCOMING } from './names.ts';
import type { StoredObject } from './storage.ts';

/** Lists the regular files below a folder whose relative paths have a prefix; does not follow links. */
export async function* filesBelow(
  folder: string,
  start: string,
): AsyncGenerator<StoredObject & { readonly path: string }> {
  const deepest = start.slice(0, start.lastIndexOf('/') + 1);
  if (await leadsElsewhere(folder, deepest)) return;
  for await (const path of pathsIn(folder, deepest)) {
    const found = path.startsWith(start) ? await lstat(join(folder, path)).catch(() => null) : null;
    if (found?.isFile()) yield { path, size: found.size, modified: found.mtime };
  }
}

/** Whether a path below a folder contains a symbolic link. */
async function leadsElsewhere(folder: string, below: string): Promise<boolean> {
  const real = await realpath(folder).catch(() => null);
  return real === null || (await realpath(join(folder, below)).catch(() => null)) !== resolve(real, below);
}

async function* pathsIn(folder: string, below: string): AsyncGenerator<string> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.name === INCOMING) continue;
    const path = `${below}${entry.name}`;
    if (entry.isDirectory()) yield* pathsIn(folder, `${path}/`);
    else if (entry.isFile()) yield path;
  }
}
