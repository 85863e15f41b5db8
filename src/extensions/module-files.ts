import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A module in a folder of extensions. */
export interface ModuleFile {
  /** Its name without the file extension. */
  readonly name: string;
  readonly path: string;
  /** The URL to import it by. If files are watched, it changes whenever the file does. */
  readonly url: string;
}

const MODULE = /^[A-Za-z0-9][\w-]*\.mjs$/;

/**
 * The modules directly in a folder, by name. Names that begin with `_` are skipped, and so are links, so that nothing
 * outside the folder is ever imported. `watched` adds the time of the last change to the URL.
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
