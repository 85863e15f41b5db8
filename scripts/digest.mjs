// What a build is made from, as one text: builds keep it beside their output, and are done again when it changes.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What is in a workspace, and in no build of it. */
const LEFT_OUT = new Set(['node_modules', 'dist', 'test']);

/** Whether a file or folder of that name is a source. */
export const isSource = (name) => !LEFT_OUT.has(name) && !name.startsWith('.') && !name.endsWith('.new');

/** A digest of files, and of the sources in folders, all relative to a root. */
export function digestOf(root, paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesAt(root, path)))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

/** Whether the output in a folder was made from what has this digest. */
export function isMadeFrom(folder, digest) {
  const stamp = join(folder, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;
}

/** The name of the file in an output folder that holds the digest. */
export const STAMP = '.built-from';

function filesAt(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  const names = readdirSync(join(root, path)).filter(isSource).sort();
  return names.flatMap((name) => filesAt(root, `${path}/${name}`));
}
