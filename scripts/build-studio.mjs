#!/usr/bin/env node
// Builds Studio to studio/dist/, unless it was built from the same sources already. A server may be running meanwhile: it
// shows how far the build is, by what is noted in studio/.build.json.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { digestOf, isMadeFrom, STAMP } from './digest.mjs';
import { withLock } from './lock.mjs';
// biome-ignore lint/correctness/useImportExtensions: the module is JavaScript, its types stand beside it
import { precompress } from './precompress.mjs';
import { replaceFolder } from './replace-folder.mjs';
import { studioWorkshop, viteOf } from './studio-workshop.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const studio = join(root, 'studio');
const dist = join(studio, 'dist');
const note = join(studio, '.build.json');
const SOURCES = [
  'scripts/build-studio.mjs',
  'scripts/precompress.mjs',
  'package-lock.json',
  'client/package.json',
  'client/src',
  'studio',
];

/** Brings studio/dist/ up to date; returns whether there was anything to do. Without its sources it stays as it is. */
export async function buildStudio() {
  if (!existsSync(join(studio, 'package.json'))) return false;
  if (isMadeFrom(dist, digestOf(root, SOURCES))) return false;
  return withLock(join(root, '.cache', 'studio.lock'), async () => {
    const digest = digestOf(root, SOURCES);
    if (isMadeFrom(dist, digest)) return false;
    await noted(digest);
    return true;
  });
}

async function noted(digest) {
  try {
    const workshop = await studioWorkshop(() => write('installing'));
    write('building');
    await compile(workshop, digest);
    rmSync(note, { force: true });
  } catch (error) {
    write('failed');
    throw error;
  }
}

const write = (state) => writeFileSync(note, JSON.stringify({ state, pid: process.pid }));

async function compile(workshop, digest) {
  const fresh = `${dist}.new`;
  rmSync(fresh, { recursive: true, force: true });
  await runVite(workshop, fresh);
  await precompress(fresh);
  writeFileSync(join(fresh, STAMP), digest);
  replaceFolder(dist, fresh);
}

async function runVite(workshop, folder) {
  const args = ['build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  const child = spawn(process.execPath, [viteOf(workshop), ...args], {
    cwd: join(workshop, 'studio'),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('Studio cannot be built');
}

/** A server that runs this as its child takes it and all that it runs along when it ends, however it ends. */
function endWithParent() {
  process.channel?.unref();
  process.on('disconnect', () => process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL'));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  endWithParent();
  try {
    await buildStudio();
  } catch (error) {
    process.stderr.write(`octavo: ${error.message}\n`);
    process.exitCode = 1;
  }
}
