import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The codes with which file systems refuse links that they do not have. */
const NO_LINKS: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Writes a file that only the server's account can read. Readers find either the former content or all of the new one,
 * even after a crash or a power failure. If several processes write the same file, one of them is the last.
 */
export function writeAtomically(file: string, text: string): void {
  publish(file, text, (fresh) => renameSync(fresh, file));
}

/** Does the same for a file that must be new. Returns false, and writes nothing, if it exists. */
export function createAtomically(file: string, text: string): boolean {
  return publish(file, text, (fresh) => nameNew(fresh, file));
}

/** Writes the text into a file of its own, to which `name` gives the name that readers know. */
function publish<T>(file: string, text: string, name: (fresh: string) => T): T {
  const fresh = `${file}.${randomUUID()}.new`;
  try {
    writeFileSync(fresh, text, { mode: 0o600, flush: true });
    const named = name(fresh);
    syncFolder(dirname(file));
    return named;
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** A link fails if the name is taken, unlike renaming; not every file system has links. */
function nameNew(fresh: string, file: string): boolean {
  try {
    linkSync(fresh, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || (NO_LINKS.has(code) && existsSync(file))) return false;
    if (!NO_LINKS.has(code)) throw error;
    renameSync(fresh, file);
    return true;
  }
}

/** A new name is durable once its folder has been synchronised. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
