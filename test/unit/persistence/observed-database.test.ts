import { expect, it } from 'vitest';
import type { Connection, Database } from '../../../src/dialects/dialect.ts';
import { observed } from '../../../src/persistence/observed-database.ts';
import { TableVersions } from '../../../src/persistence/table-versions.ts';

const DONE = { changes: 1, keys: [] };

/** A database whose commits wait until they are released, or fail. */
function databaseOf(commit: () => Promise<void>): Database {
  const connection: Connection = { all: async () => [], run: async () => DONE };
  return {
    ...connection,
    transaction: async (work) => {
      const result = await work(connection);
      await commit();
      return result;
    },
    chunks: async function* () {},
    changedByOthers: async () => false,
    rowsOf: () => 0,
    close: async () => {},
  };
}

const INSERT = { text: 'INSERT INTO "notes" DEFAULT VALUES', parameters: [] };

it('has no current version of a table while its writer commits, and another one afterwards', async () => {
  const versions = new TableVersions();
  const notes = versions.of('notes');
  let seen: { version: number; committing: number } | undefined;
  const database = observed(
    databaseOf(async () => {
      seen = { ...notes };
    }),
    versions,
  );
  await database.transaction((connection) => connection.run(INSERT));
  expect(seen).toEqual({ version: 1, committing: 1 });
  expect(notes).toEqual({ version: 2, committing: 0 });
  expect(versions.of('others').version).toBe(0);
});

it('has another version after a failure, which may have left something', async () => {
  const versions = new TableVersions();
  const lost = async (): Promise<void> => {
    throw new Error('the connection is lost');
  };
  const database = observed(databaseOf(lost), versions);
  await expect(database.transaction((connection) => connection.run(INSERT))).rejects.toThrow('lost');
  expect(versions.of('notes')).toMatchObject({ committing: 0 });
  expect(versions.of('notes').version).toBeGreaterThan(0);
});

it('counts writes outside transactions, and statements whose tables are unknown', async () => {
  const versions = new TableVersions();
  const database = observed(
    databaseOf(async () => {}),
    versions,
  );
  await database.run(INSERT);
  await database.run({ text: 'ALTER TABLE "notes" ADD COLUMN "x" TEXT', parameters: [] });
  expect([versions.of('notes').version, versions.unknown.version, versions.all.version]).toEqual([2, 2, 4]);
});
