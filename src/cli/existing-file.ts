import { statSync } from 'node:fs';
import { ConfigError } from '../config/config-error.ts';

/** Throws {@link ConfigError} unless there is a file at a path; a folder is none. */
export function requireFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? true)
    throw new ConfigError(`there is no file ${path}`);
}
