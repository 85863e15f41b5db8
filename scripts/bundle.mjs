// Bundles TypeScript sources for Node. A server that loads one file instead of a thousand starts in half the time.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Packages that stay outside: those with binaries, those that workers load by path, and those loaded on first use. */
const OUTSIDE = [
  '@node-rs/bcrypt',
  '@photostructure/sqlite',
  're2js',
  'sharp',
  'file-type',
  'graphql',
  'ioredis',
  'music-metadata',
  'mysql2',
  'nodemailer',
  'openid-client',
  'pino-pretty',
  'postgres',
  'sanitize-html',
  'twig',
];

const isOutside = (id) => OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`));

/**
 * Writes one module per entry, by name, to a folder, and what they share or load on first use to its `chunks`. Paths of
 * entries are relative to the root of the repository.
 */
export async function bundle(entries, folder) {
  const built = await rolldown({ cwd: root, input: entries, platform: 'node', external: isOutside, logLevel: 'warn' });
  await built.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    sourcemap: true,
  });
  await built.close();
}
