#!/usr/bin/env node
// Formatting, lint rules and types of every package, as many at a time as there are processors. What the compilers found
// out is kept in .cache/, so that the next check only looks at what has changed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const typesOf = (project, name, script) => ({
  name: `types of ${name}`,
  args: [
    script,
    '--project',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    join(root, '.cache', 'types', `${name}.json`),
  ],
});

const TSC = 'node_modules/typescript/bin/tsc';

/** The slowest first, so that the others are done meanwhile. */
const CHECKS = [
  typesOf('studio/tsconfig.json', 'studio', 'studio/check-types.mjs'),
  typesOf('tsconfig.json', 'server', TSC),
  typesOf('test/browser/tsconfig.json', 'journeys', TSC),
  { name: 'lint', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'] },
  typesOf('client/tsconfig.json', 'client', TSC),
];

/** Runs all checks and prints what they say; returns whether all succeeded. */
export async function check() {
  const waiting = [...CHECKS];
  let succeeded = true;
  async function work() {
    for (let next = waiting.shift(); next; next = waiting.shift()) succeeded = (await isGreen(next)) && succeeded;
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), CHECKS.length) }, work));
  return succeeded;
}

async function isGreen({ name, args }) {
  const start = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  const [code] = await once(child, 'close');
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? 'ok' : 'FAILED'}: ${name}, ${seconds} s\n`);
  if (code !== 0) process.stdout.write(Buffer.concat(said));
  return code === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await install();
  process.exitCode = (await check()) ? 0 : 1;
}
