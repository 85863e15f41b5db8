#!/usr/bin/env node
// Bundles src/ to dist/, unless dist/ was built from the same sources already.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stamp = join(dist, '.built-from');
const lock = join(root, '.cache', 'build.lock');
const LOCK_MS = 60_000;
const ENTRIES = { main: 'src/main.ts', run: 'src/cli/run.ts' };

/** Brings dist/ up to date; returns whether there was anything to do. Several processes may ask at once. */
export async function build() {
  if (isFresh()) return false;
  takeLock();
  try {
    if (isFresh()) return false;
    await compile();
    return true;
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function isFresh() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digest();
}

/** Built beside dist/ and then moved there, so that a failed build leaves the old one alone. */
async function compile() {
  // Loaded here, since the bundler may not be installed yet and is not needed to start again.
  const { bundle } = await import('./bundle.mjs');
  const from = digest();
  const fresh = `${dist}.new`;
  rmSync(fresh, { recursive: true, force: true });
  await bundle(ENTRIES, fresh);
  writeFileSync(join(fresh, '.built-from'), from);
  rmSync(dist, { recursive: true, force: true });
  renameSync(fresh, dist);
}

/** A digest of everything that the build reads. */
function digest() {
  const hash = createHash('sha256');
  for (const file of ['scripts/bundle.mjs', 'package-lock.json', ...sources('src')])
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function sources(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? sources(path) : [path];
    })
    .sort();
}

function takeLock() {
  mkdirSync(dirname(lock), { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      waitForLock();
    }
  }
}

/** A lock that is older than any build was left by a process that died. */
function waitForLock() {
  const held = statSync(lock, { throwIfNoEntry: false });
  if (held && Date.now() - held.mtimeMs > LOCK_MS) rmSync(lock, { recursive: true, force: true });
  else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await build();
  } catch (error) {
    process.stderr.write(`octavo: ${error.message}\n`);
    process.exitCode = 1;
  }
}
