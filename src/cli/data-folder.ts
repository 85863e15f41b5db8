import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../config/config-error.ts';
import { messageOf } from '../shared/message-of.ts';

/** Folders that the server writes to; it may lack access to `config` if projects are created elsewhere. */
const WRITTEN = ['.', 'databases', 'uploads', 'backups'];

/**
 * Creates the data folder if it is missing, and checks that it is writable. Throws {@link ConfigError} if it cannot be
 * used.
 */
export function requireUsableFolder(data: string): void {
  if (!isFolder(data)) throw new ConfigError(`the data folder ${data} is not a folder`);
  const folders = WRITTEN.map((name) => join(data, name));
  for (const folder of folders.filter((folder) => existsSync(folder))) tryToWrite(folder);
}

/** Throws {@link ConfigError} unless the data folder exists and can be looked into. */
export function requireExistingFolder(data: string): void {
  try {
    readdirSync(data);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new ConfigError(
      isMissing
        ? `there is no data folder ${data}; --data or OCTAVO_DATA names the folder to use`
        : `the data folder ${data} cannot be used: ${messageOf(error)}`,
    );
  }
}

function isFolder(path: string): boolean {
  try {
    makeFolder(path);
    return statSync(path).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new ConfigError(`the data folder ${path} cannot be used: ${messageOf(error)}`);
  }
}

/**
 * Creates a folder and those above it. Node's own `recursive` never ends where a folder that exists takes no new ones
 * and says ENOENT, as `/proc` does.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(path)) throw error;
  }
}

function tryToWrite(folder: string): void {
  const file = join(folder, `.octavo-start-${process.pid}`);
  try {
    writeFileSync(file, '', { mode: 0o600 });
    rmSync(file);
  } catch (error) {
    throw new ConfigError(`the data folder cannot be written: ${messageOf(error)}`);
  }
}
