#!/usr/bin/env node
// Builds the client to client/dist: one minified module, and the types. Installs what that takes, if it is missing.
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { install } from './install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const client = join(root, 'client');

/** Writes the module and its types to a folder; throws when either fails. */
export async function buildClient(folder = join(client, 'dist')) {
  const fresh = `${folder}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  try {
    await bundleTo(fresh);
    declareTo(fresh);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Writes the module alone. */
export async function bundleTo(folder) {
  const { rolldown } = await import('rolldown');
  const built = await rolldown({
    cwd: client,
    input: { index: 'src/index.ts' },
    platform: 'neutral',
    logLevel: 'warn',
  });
  await built.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', minify: true });
  await built.close();
}

function declareTo(folder) {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', folder];
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', client, ...options], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the types of the client do not compile:\n${stdout}`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await install();
    await buildClient();
  } catch (error) {
    process.stderr.write(`octavo: ${error.message}\n`);
    process.exitCode = 1;
  }
}
