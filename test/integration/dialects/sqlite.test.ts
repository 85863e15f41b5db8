import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { sqlite } from '../../../src/dialects/sqlite/dialect.ts';
import { tidied } from '../../../src/schema/table-index.ts';
import { requestArrived } from '../../../src/shared/turn.ts';
import { temporaryFolder } from '../../support/server-process.ts';
import { dialectContract, type Opened } from './contract.ts';

/** What the engine cannot do, by the names of tests. */
const EXCEPTIONS = {
  'knows decimals of thirty digits': 'numbers that are not whole have 15 digits here (decision 0002)',
  'runs transactions of other claims side by side': 'a file has one writer at a time, who shares its commits',
};

const FILE = 'contract.db';

const open = async (): Promise<Opened & { readonly file: string; remove(): void }> => {
  const folder = temporaryFolder();
  const file = join(folder.path, FILE);
  const database = await sqlite.open({ name: 'contract', file });
  const close = async (): Promise<void> => {
    await database.close();
    folder.remove();
  };
  return { dialect: sqlite, database, file, close, remove: () => folder.remove() };
};

dialectContract('sqlite', open, EXCEPTIONS);

const turnEnds = (): Promise<void> => new Promise((done) => setImmediate(done));

/** Commits a statement as another process does, within the turn. */
function commitNow(file: string, text: string): void {
  const database = new DatabaseSync(file);
  database.exec(text);
  database.close();
}

describe('sqlite alone', () => {
  it('maps a file into memory in a read process, and not in the server', async () => {
    const { database, close } = await open();
    await database.run({ text: 'CREATE TABLE t (id INTEGER PRIMARY KEY)', parameters: [] });
    const mapped = { text: 'PRAGMA mmap_size', parameters: [] };
    expect(await database.all(mapped)).toEqual([[0]]);
    expect(await database.all({ ...mapped, scans: [{ table: 'sqlite_master', weight: 1e9 }] })).toEqual([[2 ** 30]]);
    await close();
  });

  it.runIf(process.platform === 'linux')(
    'has one connection until somebody reads while a transaction is open',
    async () => {
      const { database, close } = await open();
      const insert = { text: 'INSERT INTO t DEFAULT VALUES', parameters: [] };
      const count = { text: 'SELECT COUNT(*) FROM t', parameters: [] };
      await database.run({ text: 'CREATE TABLE t (id INTEGER PRIMARY KEY)', parameters: [] });
      await database.run(insert);
      expect(await database.all(count)).toEqual([[1]]);
      expect(connections()).toBe(1);
      await database.transaction(async (connection) => {
        await connection.run(insert);
        expect(await database.all(count)).toEqual([[1]]);
        expect(connections()).toBe(2);
      });
      expect(await database.all(count)).toEqual([[2]]);
      expect(connections()).toBe(2);
      await close();
    },
  );

  it('shows all requests of a turn one state of other processes, and each its own writes', async () => {
    const { database, file, close } = await open();
    const other = await sqlite.open({ name: 'other', file });
    const insert = { text: 'INSERT INTO t DEFAULT VALUES', parameters: [] };
    const count = { text: 'SELECT COUNT(*) FROM t', parameters: [] };
    await database.run({ text: 'CREATE TABLE t (id INTEGER PRIMARY KEY)', parameters: [] });
    database.changedByOthers();
    await turnEnds();
    requestArrived();
    expect([database.changedByOthers(), database.all(count)]).toEqual([false, [[0]]]);
    commitNow(file, insert.text);
    expect([database.changedByOthers(), database.all(count)]).toEqual([false, [[0]]]);
    await turnEnds();
    expect([database.changedByOthers(), database.all(count)]).toEqual([true, [[1]]]);
    requestArrived();
    expect(database.all(count)).toEqual([[1]]);
    await database.run(insert);
    requestArrived();
    expect(database.all(count)).toEqual([[2]]);
    expect(await other.all(count)).toEqual([[2]]);
    await other.close();
    await close();
  });

  it('does not keep the log of the database from being cleared, however often it is read', async () => {
    const { database, file, close } = await open();
    await database.run({ text: 'CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)', parameters: [] });
    const insert = { text: 'INSERT INTO t (text) VALUES (?)', parameters: ['x'.repeat(4000)] };
    const last = { text: 'SELECT MAX(id) FROM t', parameters: [] };
    for (let written = 1; written <= 3_000; written++) {
      await database.transaction(async (connection) => {
        await connection.run(insert);
        requestArrived();
        database.all(last);
      });
      await turnEnds();
    }
    expect(statSync(`${file}-wal`).size).toBeLessThan(8_000_000);
    await close();
  });

  it('keeps the log short while the file is written without a pause, and leaves the file complete', async () => {
    const { database, file, remove } = await open();
    await database.run({ text: 'CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)', parameters: [] });
    const insert = { text: 'INSERT INTO t (text) VALUES (?)', parameters: ['x'.repeat(50_000)] };
    for (let written = 0; written < 2_000; written++) await database.run(insert);
    expect(statSync(`${file}-wal`).size).toBeLessThan(40_000_000);
    await database.close();
    expect(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    expect(statSync(file).size).toBeGreaterThan(100_000_000);
    remove();
  });

  const INDEXES = `SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name`;
  const BY_HAND = [
    'CREATE INDEX "h 1" ON t (a DESC, b COLLATE NOCASE)',
    'CREATE INDEX h2 ON t (a) WHERE b IS NOT NULL',
    'CREATE UNIQUE INDEX h3 ON t (lower(b))',
    'CREATE INDEX h4 ON t (gone)',
    'CREATE INDEX h5 ON t (a) WHERE gone > 1',
  ];

  it('writes a table anew with its indexes of every kind, but those over a column that goes', async () => {
    const { database, dialect, close } = await open();
    const run = async (statements: readonly string[]): Promise<void> => {
      for (const text of statements) await database.run({ text, parameters: [] });
    };
    await run(['CREATE TABLE t (id INTEGER PRIMARY KEY, a INT, b TEXT, gone INT)', ...BY_HAND]);
    const [made] = await dialect.introspect(database);
    if (!made) throw new Error('the table is missing');
    expect(made.columns.some(({ unique }) => unique)).toBe(false);
    await run(dialect.ddl.alter(made, tidied({ ...made, columns: made.columns.slice(0, 3) })));
    const kept = await database.all({ text: INDEXES, parameters: [] });
    expect(kept).toEqual(BY_HAND.slice(0, 3).map((sql) => [sql]));
    await close();
  });
});

/** How many descriptors this process has of databases of these tests. */
function connections(): number {
  const folder = '/proc/self/fd';
  const linked = (name: string): string => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      return '';
    }
  };
  return readdirSync(folder).filter((name) => linked(name).endsWith(`/${FILE}`)).length;
}
