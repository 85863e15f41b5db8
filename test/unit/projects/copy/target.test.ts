import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sqlite } from '../../../../src/dialects/sqlite/dialect.ts';
import { Target } from '../../../../src/projects/copy/target.ts';
import type { ProjectRegistry } from '../../../../src/projects/registry.ts';
import { temporaryFolder } from '../../../support/server-process.ts';

it.each([
  ['a full disk, says the database', { errcode: 13 }, /disk is full/],
  ['a full disk, says the operating system', { code: 'ENOSPC' }, /disk is full/],
  ['something else', { errcode: 19 }, /^x$/],
])('is removed, and the error says why, if it cannot be filled because of %s', async (_what, failure, message) => {
  const folder = temporaryFolder();
  const file = `${folder.path}/data.db`;
  const locations = { addressOf: () => ({ name: 'data', file }) };
  const registry = { locations } as unknown as ProjectRegistry;
  const target = new Target(registry, { type: 'sqlite', name: 'data' }, sqlite);
  const filling = target.filled(
    async () => {
      throw Object.assign(new Error('x'), failure);
    },
    () => {},
  );
  await expect(filling).rejects.toThrow(message);
  expect(existsSync(file)).toBe(false);
  folder.remove();
});
