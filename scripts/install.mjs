// Installs what package-lock.json says, unless it is installed already: all of it, or only what serving takes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockfile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.installed-from');
const ARGUMENTS = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
/** What each kind of installation leaves out; "all" serves as well as "serving". */
const KINDS = { serving: '--omit=dev', all: '--include=dev' };

/** Brings node_modules/ up to date; returns whether there was anything to do. */
export function install(kind = 'all') {
  const digest = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  if (isInstalled(digest, kind)) return false;
  const { status, error } = npm(KINDS[kind]);
  if (status !== 0) throw new Error(`npm ci failed${error ? `: ${error.message}` : ''}`);
  writeFileSync(stamp, `${kind} ${digest}`);
  return true;
}

/** By our stamp; without one, by the copy of the lockfile that npm leaves at the end of an installation. */
function isInstalled(digest, kind) {
  if (existsSync(stamp)) return [`${kind} ${digest}`, `all ${digest}`].includes(readFileSync(stamp, 'utf8'));
  const copy = statSync(join(modules, '.package-lock.json'), { throwIfNoEntry: false });
  return copy !== undefined && copy.mtimeMs >= statSync(lockfile).mtimeMs;
}

function npm(kind) {
  const options = { cwd: root, stdio: ['ignore', process.stderr, process.stderr] };
  const own = process.env.npm_execpath;
  if (own?.endsWith('npm-cli.js')) return spawnSync(process.execPath, [own, ...ARGUMENTS, kind], options);
  return spawnSync('npm', [...ARGUMENTS, kind], { ...options, shell: process.platform === 'win32' });
}
