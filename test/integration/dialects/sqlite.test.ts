import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../src/dialects/dialect.ts';
import { sqlite } from '../../../src/dialects/sqlite/dialect.ts';
import { tidied } from '../../../src/schema/table-index.ts';
import { requestArrived } from '../../../src/shared/turn.ts';
import { writersOf } from '../../support/child-processes.ts';
import { temporaryFolder } from '../../support/server-process.ts';
import { dialectContract, type Opened } from './contract.ts';

/** What the engine cannot do, by test name. */
const EXCEPTIONS = {
  'supports decimals of thirty digits': 'numbers that are not whole have 15 digits here (decision 0002)',
  'runs transactions with different keys concurrently': 'a file has one writer at a time, who shares its commits',
};

const FILE = 'contract.db';

const open = async (): Promise<Opened & { readonly file: string; remove(): void }> => {
  const folder = temporaryFolder();
  const file = join(folder.path, FILE);
  const database = await sqlite.open({ name: 'contract', file, limits: { statementS: 60 } });
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

describe('SQLite only', () => {
  it('maps a file into memory in a read process, and not in the server', async () => {
    const { database, close } = await open();
    await database.run({ text: 'CREATE TABLE t (id INTEGER PRIMARY KEY)', parameters: [] });
    const mapped = { text: 'PRAGMA mmap_size', parameters: [] };
    expect(await database.all(mapped)).toEqual([[0]]);
    expect(await database.all({ ...mapped, scans: [{ table: 'sqlite_master', weight: 1e9 }] })).toEqual([[2 ** 30]]);
    await close();
  });

  it('reads the rows of a long list of keys in a read process', async () => {
    const { database, close } = await open();
    const text = 'SELECT COUNT(*) FROM json_each(?)';
    const listed = (keys: number) =>
      database.all({ text, parameters: [JSON.stringify(Array.from({ length: keys }, (_, key) => key))] });
    expect(listed(500)).toEqual([[500]]);
    const long = listed(2_000);
    expect(long).toBeInstanceOf(Promise);
    expect(await long).toEqual([[2_000]]);
    await close();
  });

  it.runIf(process.platform === 'linux')(
    'has only one connection until there is a read during a transaction',
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

  it('does not prevent the log of the database from being truncated, however often it is read', async () => {
    const { database, file, close } = await open();
    await database.run({ text: 'CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)', parameters: [] });
    const insert = { text: 'INSERT INTO t (text) VALUES (?)', parameters: ['x'.repeat(12_000)] };
    const last = { text: 'SELECT MAX(id) FROM t', parameters: [] };
    for (let written = 1; written <= 1_000; written++) {
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

  describe('schema changes of a large file', () => {
    const sql = (text: string) => ({ text, parameters: [] });
    const count = sql('SELECT COUNT(*) FROM t');

    /** A file with two equal rows, 10 MB in size. */
    const large = async () => {
      const opened = await open();
      await opened.database.run(sql('CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT)'));
      const insert = { text: 'INSERT INTO t (a, b) VALUES (?, ?)', parameters: ['same', 'x'.repeat(5_000_000)] };
      for (let row = 0; row < 2; row++) await opened.database.run(insert);
      return opened;
    };

    it('happen in another process, while reads are answered and writers wait', async () => {
      const { database, close } = await large();
      const events: string[] = [];
      let wrote: Promise<unknown> = Promise.resolve();
      const keys = await database.schemaTransaction?.(async (connection) => {
        await connection.run(sql('ALTER TABLE t ADD COLUMN c INTEGER'));
        wrote = database.run(sql("INSERT INTO t (a, c) VALUES ('late', 1)")).then(() => events.push('written'));
        expect(await connection.all(sql('PRAGMA wal_autocheckpoint'))).toEqual([[1000]]);
        expect(await database.all(count)).toEqual([[2]]);
        const { keys } = await connection.run({
          text: 'INSERT INTO t (c) VALUES (?), (?)',
          parameters: [1n << 40n, 2],
        });
        events.push('changed');
        return keys;
      });
      expect(keys?.map(Number)).toEqual([3, 4]);
      expect(await database.all(sql('SELECT COUNT(*) FROM t WHERE c > 1'))).toEqual([[2]]);
      await wrote;
      expect(events).toEqual(['changed', 'written']);
      expect(await database.all(count)).toEqual([[5]]);
      await close();
    });

    it('leave nothing if they fail, with the same error as any other statement', async () => {
      const { database, dialect, close } = await large();
      const change = database.schemaTransaction?.(async (connection) => {
        await connection.run(sql('ALTER TABLE t ADD COLUMN c INTEGER'));
        await connection.run(sql('CREATE UNIQUE INDEX u ON t (a)'));
      });
      const error = await change?.catch((reason: unknown) => reason);
      expect(dialect.classify(error)).toEqual({ kind: 'unique', columns: ['a'] });
      await expect((async () => database.all(sql('SELECT c FROM t')))()).rejects.toThrow('no such column: c');
      await database.run(sql("INSERT INTO t (a) VALUES ('after')"));
      expect(await database.all(count)).toEqual([[3]]);
      await close();
    });

    it.runIf(process.platform === 'linux')(
      'are rolled back when their process is killed, and writers continue',
      async () => {
        const { database, dialect, close } = await large();
        const change = database.schemaTransaction?.(async (connection) => {
          await connection.run(sql('DELETE FROM t'));
          for (const pid of writersOf(process.pid, FILE)) process.kill(pid, 'SIGKILL');
          await connection.run(sql('DROP TABLE t'));
        });
        const error = await change?.catch((reason: unknown) => reason);
        expect(dialect.classify(error)).toEqual({ kind: 'busy' });
        await database.run(sql("INSERT INTO t (a) VALUES ('after')"));
        expect(await database.all(count)).toEqual([[3]]);
        await close();
      },
    );
  });

  describe('large writes', () => {
    const insert = { text: 'INSERT INTO t (a, b) VALUES (?, ?)', parameters: ['b', 'x'.repeat(4_000_000)] };
    const many = async (connection: Connection): Promise<void> => {
      for (let row = 0; row < 10; row++) await connection.run(insert);
    };
    const empty = async () => {
      const opened = await open();
      await opened.database.run({ text: 'CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT)', parameters: [] });
      await opened.database.run({ text: "INSERT INTO t (a) VALUES ('a')", parameters: [] });
      return opened;
    };
    const rows = { text: 'SELECT a, COUNT(*) FROM t GROUP BY a', parameters: [] };

    it('are made again in another process from their beginning, once, while writers wait', async () => {
      const { database, close } = await empty();
      const seen: unknown[] = [];
      let wrote: Promise<unknown> = Promise.resolve();
      await database.transaction(
        async (connection) => {
          seen.push(await connection.all(rows));
          if (seen.length === 2) wrote = database.run(insert);
          await many(connection);
        },
        { repeatable: true },
      );
      expect(await database.all(rows)).toContainEqual(['b', 10]);
      await wrote;
      expect(await database.all(rows)).toContainEqual(['b', 11]);
      expect(seen).toEqual([[['a', 1]], [['a', 1]]]);
      expect(writersOf(process.pid, FILE)).toEqual([]);
      await close();
    });

    it('are made in the server if they cannot be repeated', async () => {
      const { database, close } = await empty();
      let begun = 0;
      await database.transaction((connection) => {
        begun++;
        return many(connection);
      });
      expect(begun).toBe(1);
      expect(await database.all(rows)).toContainEqual(['b', 10]);
      await close();
    });

    it('leave nothing if a statement fails whose result is not waited for', async () => {
      const { database, dialect, close } = await empty();
      await database.run({ text: 'CREATE UNIQUE INDEX u ON t (a)', parameters: [] });
      const failing = async (connection: Connection): Promise<void> => {
        await connection.later?.(insert, (error) => error);
        await connection.later?.(insert, (error) => new Error('refused', { cause: error }));
        await connection.later?.({ text: 'DELETE FROM t', parameters: [] }, (error) => error);
      };
      const refused = await database.transaction(failing, { large: true }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ message: 'refused' });
      expect(dialect.classify((refused as Error).cause)).toMatchObject({ kind: 'unique' });
      expect(await database.all(rows)).toEqual([['a', 1]]);
      await close();
    });

    it('read no more than other transactions', async () => {
      const { database, dialect, close } = await empty();
      await database.transaction(many, { large: true });
      const reading = database.transaction(
        async (connection) => {
          const texts = { text: 'SELECT t.b FROM t CROSS JOIN t u', parameters: [] };
          await connection.all(texts);
        },
        { large: true },
      );
      const error = await reading.catch((reason: unknown) => reason);
      expect(dialect.classify(error)).toEqual({ kind: 'tooLarge' });
      await close();
    });
  });

  it('keeps the log short while the file is written continuously, and leaves the file complete', async () => {
    const { database, file, remove } = await open();
    await database.run({ text: 'CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)', parameters: [] });
    const insert = { text: 'INSERT INTO t (text) VALUES (?)', parameters: ['x'.repeat(50_000)] };
    for (let written = 0; written < 2_000; written++) await database.run(insert);
    // SQLite itself would begin at 64 MiB.
    expect(statSync(`${file}-wal`).size).toBeLessThan(60_000_000);
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

  it('rewrites a table with its indexes of every kind, except those over a dropped column', async () => {
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

/** How many file descriptors this process has for databases of these tests. */
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
