import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '../scripts/bundle.mjs';

const folder = join(import.meta.dirname, 'data', 'sources');

/** Loads modules of the repository by their paths, bundled so that Node can load them. */
export async function sourceModules(...paths) {
  const entries = Object.fromEntries(paths.map((path) => [path.replaceAll(/\W/g, '-'), path]));
  await bundle(entries, folder);
  return Promise.all(Object.keys(entries).map((name) => import(pathToFileURL(join(folder, `${name}.js`)).href)));
}
