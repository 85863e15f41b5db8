// Installs what package-lock.json says, unless it is installed already: all of it, or only what serving takes.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCi } from './npm.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockfile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.installed-from');
/** What each kind of installation leaves out; "all" serves as well as "serving". */
const KINDS = { serving: '--omit=dev', all: '--include=dev' };

/** Brings node_modules/ up to date; returns whether there was anything to do. */
export async function install(kind = 'all') {
  if (isInstalled(kind)) return false;
  await npmCi(root, [KINDS[kind]]);
  writeFileSync(stamp, `${kind} ${digest()}`);
  return true;
}

/** By our stamp; without one, by the copy of the lockfile that npm leaves at the end of an installation. */
export function isInstalled(kind) {
  if (existsSync(stamp)) return [`${kind} ${digest()}`, `all ${digest()}`].includes(readFileSync(stamp, 'utf8'));
  const copy = statSync(join(modules, '.package-lock.json'), { throwIfNoEntry: false });
  return copy !== undefined && copy.mtimeMs >= statSync(lockfile).mtimeMs;
}

const digest = () => createHash('sha256').update(readFileSync(lockfile)).digest('hex');
