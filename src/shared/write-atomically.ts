import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file that only the server's account can read. Readers find either the former content or all of the new one,
 * even after a crash or a power failure. Writers of the same file must take turns.
 */
export function writeAtomically(file: string, text: string): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, text, { mode: 0o600, flush: true });
  renameSync(fresh, file);
  syncFolder(dirname(file));
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
