import { existsSync, renameSync, rmSync } from 'node:fs';

/** Puts a new folder in the place of an old one: a build that fails on the way leaves the old one alone. */
export function replaceFolder(folder, fresh) {
  const old = `${folder}.old.new`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(fresh, folder);
  rmSync(old, { recursive: true, force: true });
}
