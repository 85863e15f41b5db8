#!/usr/bin/env node
// Runs the tests that repeat themselves, many times as long as "npm test" does: all that import test/support/battery.ts.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Takes a night on two cores. */
const USUAL_SCALE = 100;

/** The paths of the tests that a multiple is defined for. */
function repetitive() {
  const files = readdirSync(join(root, 'test'), { recursive: true }).map((name) => join('test', name));
  const isMeant = (name) => readFileSync(join(root, name), 'utf8').includes('support/battery.ts');
  return files.filter((name) => name.endsWith('.test.ts') && isMeant(name));
}

const given = process.argv.slice(2);
const isScale = (argument) => /^\d+$/.test(argument);
const scale = given.find(isScale) ?? String(USUAL_SCALE);
const parts = given.filter((argument) => !isScale(argument));
const seed = process.env.OCTAVO_SEED ?? String(Date.now() % 1_000_000_000);
const chosen = repetitive().filter((name) => parts.length === 0 || parts.some((part) => name.includes(part)));
process.stdout.write(`${chosen.length} files at scale ${scale}, with OCTAVO_SEED=${seed}\n`);
if (chosen.length === 0) throw new Error('no repetitive test has such a path');
const env = { ...process.env, OCTAVO_TEST_SCALE: scale, OCTAVO_SEED: seed };
const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'test.mjs'), ...chosen], {
  env,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
