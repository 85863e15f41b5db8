import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A module that lies in a folder of extensions. */
export interface ModuleFile {
  /** Its name without the ending. */
  readonly name: string;
  readonly path: string;
  /** What it is imported by: another one whenever the file has changed, where that is looked for. */
  readonly url: string;
}

const MODULE = /^[A-Za-z0-9][\w-]*\.mjs$/;

/**
 * The modules that lie in a folder itself, by their names. Names that begin with `_` are left out, and so are links, so
 * that nothing outside of the folder is ever imported. `watched` puts the time of the last change into the address.
 */
export async function moduleFiles(folder: string, watched: boolean): Promise<ModuleFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  const names = entries.filter((entry) => entry.isFile() && MODULE.test(entry.name)).map(({ name }) => name);
  return Promise.all(names.sort().map((name) => moduleFile(folder, name, watched)));
}

async function moduleFile(folder: string, file: string, watched: boolean): Promise<ModuleFile> {
  const path = join(folder, file);
  const url = pathToFileURL(path);
  if (watched) url.searchParams.set('changed', String((await stat(path)).mtimeMs));
  return { name: file.slice(0, -'.mjs'.length), path, url: url.href };
}
