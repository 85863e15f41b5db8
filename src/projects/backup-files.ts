import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Files of rows that were overwritten when a project was created again: `<key>-<moment>-<random>.ndjson`,
 * formerly without the last part.
 */
const isOverwritten = (name: string, key: string): boolean =>
  name.startsWith(`${key}-`) &&
  /^-\d{4}(?:-\d\d){2}T(?:\d\d-){3}\d{3}Z(?:-[0-9a-f]{8})?\.ndjson$/.test(name.slice(key.length));

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** The files in a folder of backups that contain data of a project. */
export function backupFiles(folder: string, key: string): readonly string[] {
  const overwritten = namesIn(folder).filter((name) => isOverwritten(name, key));
  return [...namesIn(join(folder, key)).map((name) => join(key, name)), ...overwritten].map((name) =>
    join(folder, name),
  );
}

/** Removes all backups of a project. */
export function removeBackupFiles(folder: string, key: string): void {
  for (const file of backupFiles(folder, key)) rmSync(file, { force: true });
  rmSync(join(folder, key), { recursive: true, force: true });
}
