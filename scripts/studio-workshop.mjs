// Where Studio is built: the repository itself where everything is installed, else a copy of it that has Studio's tools
// alone. A server may be running on node_modules/, which has only what serving takes, so nothing is changed there.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf, isMadeFrom, isSource, STAMP } from './digest.mjs';
import { isInstalled } from './install.mjs';
import { npmCi } from './npm.mjs';
import { replaceFolder } from './replace-folder.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const copy = join(root, '.cache', 'studio');
/** What Studio is built from. */
const COPIED = ['client', 'studio'];

/** Returns the folder, once the tools are installed and the sources are current. `installing` is called before an installation. */
export async function studioWorkshop(installing) {
  if (isInstalled('all') && viteOf(root)) return root;
  const digest = digestOf(root, ['package-lock.json', ...packages()]);
  if (!isMadeFrom(copy, digest)) {
    installing();
    await installTools(digest);
  }
  copySources();
  return copy;
}

/** The program that builds, for a folder; null if it is not installed there. */
export function viteOf(folder) {
  try {
    const manifest = createRequire(join(folder, 'studio', 'package.json')).resolve('vite/package.json');
    return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.vite);
  } catch {
    return null;
  }
}

/** An installation that was ended leaves nothing that looks complete. */
async function installTools(digest) {
  const fresh = `${copy}.new`;
  rmSync(fresh, { recursive: true, force: true });
  for (const file of ['package-lock.json', ...packages()]) {
    mkdirSync(dirname(join(fresh, file)), { recursive: true });
    cpSync(join(root, file), join(fresh, file));
  }
  await npmCi(fresh, ['--include=dev', '--workspace=studio']);
  writeFileSync(join(fresh, STAMP), digest);
  replaceFolder(copy, fresh);
}

/** The lockfile is about all workspaces, so npm wants to see each. */
function packages() {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return ['package.json', ...workspaces.map((folder) => `${folder}/package.json`)];
}

/** What npm has put into the folders of workspaces stays. */
function copySources() {
  for (const name of COPIED) {
    const folder = join(copy, name);
    mkdirSync(folder, { recursive: true });
    for (const old of readdirSync(folder).filter(isSource)) rmSync(join(folder, old), { recursive: true });
    cpSync(join(root, name), folder, { recursive: true, filter: (path) => isSource(basename(path)) });
  }
}
