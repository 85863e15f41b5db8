#!/usr/bin/env node
// Installs what is missing, then runs lint, types and every test on the databases at hand. With --quick those that are
// done within minutes, on SQLite alone. Other arguments are vitest's, and leave lint and types out: npm test -- conventions
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildStudio } from './build-studio.mjs';
import { check } from './check.mjs';
import { install } from './install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const results = join(root, '.cache', 'tests.json');
const engines = join(root, '.cache', 'engines.json');
const requireAll = process.env.CI_REQUIRE_ALL === '1';

/** Runs a program that the project brings along; returns whether it succeeded. */
function run(name, script, args) {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.stderr.write(`octavo: ${name} failed\n`);
  return status === 0;
}

const FULL = `Runs lint, types and every test, on SQLite and on the MariaDB and PostgreSQL servers of this machine.
That takes about 40 minutes on two cores. "npm run test:quick" takes about 5: no faults, recordings and attacks, and
SQLite alone.
`;
const QUICK = `Runs lint, types, and the tests of conventions, units, golden tables and integration, on SQLite alone.
That takes about 5 minutes on two cores. "npm test" runs every test on every engine, in about 40.
`;
const QUICK_FOLDERS = ['test/conventions', 'test/unit', 'test/golden', 'test/integration'];

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

/** What ran and what was skipped, and why: the last lines. */
function closingLines() {
  const tests = read(results) ?? { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
  const { ran = [], skipped = {} } = read(engines) ?? {};
  const reasons = Object.entries(skipped).map(([engine, reason]) => `${engine} (${reason})`);
  process.stdout.write(
    `tests: ${tests.numPassedTests} passed, ${tests.numFailedTests} failed, ${tests.numPendingTests} skipped\n`,
  );
  process.stdout.write(`Ran on ${ran.join(', ') || 'no engine'}; skipped ${reasons.join(', ') || 'none'}.\n`);
  return reasons.length === 0;
}

/** Brings Studio up to date, which tests look at in a browser; returns whether that was possible. */
async function studioBuilt() {
  try {
    await buildStudio();
    return true;
  } catch (error) {
    process.stderr.write(`octavo: ${error.message}\n`);
    return false;
  }
}

const given = process.argv.slice(2);
const quick = given.includes('--quick');
const filters = given.filter((argument) => argument !== '--quick');
if (quick) process.env.OCTAVO_TEST_ONLY_SQLITE = '1';
if (filters.length === 0) process.stdout.write(quick ? QUICK : FULL);
await install();
const built = await studioBuilt();
for (const file of [results, engines]) rmSync(file, { force: true });
const args = quick && filters.length === 0 ? QUICK_FOLDERS : filters;
const checks = filters.length > 0 || (await check());
const passed = run('vitest', 'vitest/vitest.mjs', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile=${results}`,
  ...args,
]);
const complete = closingLines();
if (requireAll && !complete) process.stderr.write('octavo: CI_REQUIRE_ALL is set, and an engine was skipped\n');
process.exitCode = built && checks && passed && (complete || !requireAll) ? 0 : 1;
