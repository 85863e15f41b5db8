#!/usr/bin/env node
// Bundles src/ to dist/, unless dist/ was built from the same sources already.
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { digestOf, isMadeFrom, STAMP } from './digest.mjs';
import { withLock } from './lock.mjs';
import { replaceFolder } from './replace-folder.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const ENTRIES = { main: 'src/main.ts', run: 'src/cli/run.ts' };
const SOURCES = ['scripts/bundle.mjs', 'package-lock.json', 'src'];

/** Brings dist/ up to date; returns whether there was anything to do. Several processes may ask at once. */
export async function build() {
  if (isMadeFrom(dist, digestOf(root, SOURCES))) return false;
  return withLock(join(root, '.cache', 'build.lock'), async () => {
    const digest = digestOf(root, SOURCES);
    if (isMadeFrom(dist, digest)) return false;
    await compile(digest);
    return true;
  });
}

/** Built beside dist/ and then moved there, so that a failed build leaves the old one alone. */
async function compile(digest) {
  // Loaded here, since the bundler may not be installed yet and is not needed to start again.
  const { bundle } = await import('./bundle.mjs');
  const fresh = `${dist}.new`;
  rmSync(fresh, { recursive: true, force: true });
  await bundle(ENTRIES, fresh);
  writeFileSync(join(fresh, STAMP), digest);
  replaceFolder(dist, fresh);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await build();
  } catch (error) {
    process.stderr.write(`octavo: ${error.message}\n`);
    process.exitCode = 1;
  }
}
