import { closeSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAtomically, writeAtomically } from '../../../src/shared/write-atomically.ts';
import { temporaryFolder } from '../../support/server-process.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

it('replaces a file as a whole: whoever has the former one open still reads all of it', () => {
  const file = join(folder.path, 'secrets');
  writeFileSync(file, 'former', { mode: 0o644 });
  const opened = openSync(file, 'r');
  writeAtomically(file, 'new');
  expect(readFileSync(opened, 'utf8')).toBe('former');
  closeSync(opened);
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('creates a file that must be new once, and leaves nothing beside it', () => {
  const file = join(folder.path, 'secrets');
  expect([createAtomically(file, 'first'), createAtomically(file, 'second')]).toEqual([true, false]);
  expect(readFileSync(file, 'utf8')).toBe('first');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder.path)).toEqual(['secrets']);
});
