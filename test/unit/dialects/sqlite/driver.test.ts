import { DatabaseSync } from '@photostructure/sqlite';
import { expect, it } from 'vitest';
import { open, openExisting } from '../../../../src/dialects/sqlite/driver.ts';
import { temporaryFolder } from '../../../support/server-process.ts';

it.each([
  ['made', open],
  ['opened', openExisting],
])('a file that another process has locked for a moment is %s when it is free', async (_what, opened) => {
  const folder = temporaryFolder();
  const file = `${folder.path}/data.db`;
  const other = new DatabaseSync(file);
  other.exec('BEGIN EXCLUSIVE; CREATE TABLE notes (id INTEGER)');
  const opening = opened({ name: 'data', file });
  setImmediate(() => other.exec('COMMIT'));
  const database = await opening;
  expect(await database.all({ text: 'SELECT COUNT(*) FROM notes', parameters: [] })).toEqual([[0]]);
  await database.close();
  other.close();
  folder.remove();
});
