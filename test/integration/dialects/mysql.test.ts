import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, DatabaseAddress } from '../../../src/dialects/dialect.ts';
import { mysql } from '../../../src/dialects/mysql/dialect.ts';
import { writeCounters } from '../../../src/dialects/mysql/write-counters.ts';
import type { Column } from '../../../src/schema/column.ts';
import { type Engine, start } from '../../support/engines/mysql.ts';
import { dialectContract } from './contract.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await start();
}, 60_000);
afterAll(async () => {
  if ('stop' in engine) await engine.stop();
});

function addressOf(name: string): DatabaseAddress | null {
  if ('skipped' in engine) return null;
  const { db_host: host, db_port: port, db_user: user, db_password: password } = engine.address;
  return { name, host, port, user, password };
}

dialectContract('mysql', async () => {
  const address = addressOf('octavo contract');
  if (!address) return { skipped: 'skipped' in engine ? engine.skipped : '' };
  const database = await mysql.open(address);
  return { dialect: mysql, database, close: () => database.close() };
});

/** A proxy to a server that counts the chunks that clients send. */
class Wire {
  sent = 0;
  /** How many connections a strict proxy has ended because more than one packet came at once. */
  cut = 0;
  readonly #server: Server;
  readonly #clients = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async to({ host = '', port = 0 }: DatabaseAddress, isStrict: boolean): Promise<Wire> {
    const server = createServer((client) => {
      const upstream = connect({ host, port });
      wire.#clients.add(client);
      client.on('data', (chunk: Buffer) => {
        wire.sent++;
        if (!isStrict || chunk.readUIntLE(0, 3) + 4 === chunk.length) return;
        wire.cut++;
        client.destroy();
      });
      for (const [one, other] of [[client, upstream] as const, [upstream, client] as const])
        one.pipe(other).on('error', () => one.destroy());
    });
    const wire = new Wire(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return wire;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Resets all connections. */
  cutAll(): void {
    for (const client of this.#clients) client.resetAndDestroy();
  }

  async close(): Promise<void> {
    await new Promise((done) => this.#server.close(done));
  }
}

/** Everything that a table made elsewhere may say of its columns, but our own terms do not. */
const ADOPTED = `CREATE TABLE adopted (id INT(5) ZEROFILL AUTO_INCREMENT PRIMARY KEY,
  a VARCHAR(50) DEFAULT 'it''s \\\\ x', b ENUM('it''s','b\\\\c','x,y)') DEFAULT 'x,y)', c TEXT DEFAULT ('hello'),
  d DATETIME DEFAULT CURRENT_TIMESTAMP(), e DATETIME(6), f FLOAT(8,3), n YEAR, v INT AS (n + 1) STORED,
  w TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP() ON UPDATE CURRENT_TIMESTAMP(),
  x CHAR(3) COLLATE utf8mb4_bin, y BIT(5) DEFAULT b'101', z BINARY(4) DEFAULT 'abc',
  q TEXT DEFAULT ('it''s \\\\ é日'), r VARCHAR(20) DEFAULT (CONCAT('it''s', 'é')), UNIQUE k2 (a, n), UNIQUE KEY odd (x)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`;

describe('MySQL and MariaDB only', () => {
  const databases: Database[] = [];
  const open = async (name: string): Promise<Database> => {
    const database = await mysql.open(addressOf(name) as DatabaseAddress);
    databases.push(database);
    return database;
  };
  beforeEach((test) => {
    if ('skipped' in engine) test.skip(engine.skipped);
  });
  afterAll(() => Promise.all(databases.map((database) => database.close())));

  it('keeps definitions when other attributes change', async () => {
    const database = await open('adopted');
    const definition = async (): Promise<string> =>
      String((await database.all({ text: 'SHOW CREATE TABLE adopted', parameters: [] }))[0]?.[1]);
    await database.run({ text: ADOPTED, parameters: [] });
    const original = await definition();
    const [before] = await mysql.introspect(database);
    if (!before) throw new Error('the table is missing');
    const commented = ({ native: _native, ...column }: Column): Column => ({ ...column, comment: 'new' });
    const statements = mysql.ddl.alter(before, { ...before, columns: before.columns.map(commented) });
    expect(statements).toHaveLength(1);
    for (const text of statements) await database.run({ text, parameters: [] });
    expect((await definition()).replaceAll(" COMMENT 'new'", '')).toBe(original);
  });

  it('is opened by an account that may not create tables, unless its own tables are missing', async () => {
    const database = await open('rows');
    const run = (text: string) => database.run({ text, parameters: [] });
    await run(`CREATE USER 'rows'@'%' IDENTIFIED BY 'rows'`);
    await run(`GRANT SELECT, INSERT, UPDATE, DELETE ON \`rows\`.* TO 'rows'@'%'`);
    const address = { ...(addressOf('rows') as DatabaseAddress), user: 'rows', password: 'rows' };
    const opened = await mysql.openExisting(address);
    await opened.close();
    await run('DROP TABLE octavo_journal');
    await expect(mysql.openExisting(address)).rejects.toThrow(/CREATE command denied/);
  });

  it('reads the characters of defaults that the information schema loses', async () => {
    const database = await open('emoji');
    await database.run({
      text: `CREATE TABLE emoji (a VARCHAR(20) DEFAULT '😀?', b ENUM('x','😀') DEFAULT '😀', c TEXT DEFAULT ('?😀'),
        d VARCHAR(20) DEFAULT 'really?', e BLOB DEFAULT ('😀'), f VARCHAR(20) DEFAULT (CONCAT('?', 'x')))`,
      parameters: [],
    });
    const [found] = await mysql.introspect(database);
    const defaults = Object.fromEntries((found?.columns ?? []).map((column) => [column.name, column.default]));
    expect(defaults).toEqual({
      a: '😀?',
      b: '😀',
      c: '?😀',
      d: 'really?',
      e: '😀',
      f: expect.stringMatching(/^concat/i),
    });
  });

  it("decodes a statement's answer by its present columns, however often it has run", async () => {
    const database = await open('columns');
    const run = (text: string) => database.run({ text, parameters: [] });
    await run('CREATE TABLE changing (id INT PRIMARY KEY, a INT, b VARCHAR(20))');
    await run(`INSERT INTO changing VALUES (1, 7, '8')`);
    const read = (text: string) => database.all({ text, parameters: [1] });
    const both = 'SELECT `a`, `b` FROM `changing` WHERE `id` = ?';
    const all = 'SELECT * FROM `changing` WHERE `id` = ?';
    for (let times = 0; times < 3; times++)
      expect([await read(both), await read(all)]).toEqual([[[7, '8']], [[1, 7, '8']]]);
    await run('ALTER TABLE changing MODIFY a VARCHAR(20), MODIFY b INT, ADD c DATETIME');
    await run(`UPDATE changing SET c = '2020-02-29 01:02:03'`);
    for (let times = 0; times < 3; times++)
      expect([await read(both), await read(all)]).toEqual([[['7', 8]], [[1, '7', 8, '2020-02-29 01:02:03']]]);
    await run('ALTER TABLE changing DROP c');
    expect(await read(all)).toEqual([[1, '7', 8]]);
  });

  it('does not keep the locks of a server that is suspended in a transaction, on MariaDB', async () => {
    const database = await open('suspended');
    const shown = (text: string) => database.transaction(async (session) => session.all({ text, parameters: [] }));
    const limits = await shown(`SHOW SESSION VARIABLES LIKE 'idle_transaction_timeout'`);
    const [[version] = []] = await shown('SELECT VERSION()');
    expect(limits).toEqual(String(version).includes('MariaDB') ? [['idle_transaction_timeout', '60']] : []);
  });

  it('waits for the slow reader of a stream, however impatient the server is', async () => {
    const setting = await open('slow');
    await setting.run({ text: 'SET GLOBAL net_write_timeout = 1', parameters: [] });
    try {
      const text = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
        SELECT i, REPEAT('x', 1000000) FROM n`;
      const database = await open('slow');
      const read: unknown[] = [];
      for await (const rows of database.chunks({ text, parameters: [] }, 10)) {
        if (read.length === 0) await pause(4_000);
        read.push(...rows.map(([row]) => row));
      }
      expect(read).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    } finally {
      await setting.run({ text: 'SET GLOBAL net_write_timeout = DEFAULT', parameters: [] });
    }
  });

  it('is notified of the writes of another process, and not of its own', async () => {
    const [one, other] = [await open('shared'), await open('shared')];
    const ask = async (): Promise<boolean[]> => {
      await new Promise((done) => setTimeout(done, 550));
      return [await one.changedByOthers(), await other.changedByOthers()];
    };
    await ask();
    await one.run({ text: 'CREATE TABLE directus_settings (id INT)', parameters: [] });
    expect(await ask()).toEqual([false, true]);
    await other.run({ text: 'INSERT INTO `directus_settings` (`id`) VALUES (?)', parameters: [1] });
    expect(await ask()).toEqual([true, false]);
    expect(await ask()).toEqual([false, false]);
  });

  describe('on MariaDB', () => {
    beforeEach(async (test) => {
      const database = await open('counting');
      const [[version] = []] = await database.all({ text: 'SELECT VERSION()', parameters: [] });
      if (!String(version).includes('MariaDB'))
        test.skip('MySQL has no number of transactions, and is not pipelined to');
    });

    it.each([
      {
        what: 'sends statements that nobody waits for together with the next one',
        isStrict: false,
        together: [2, 2, 2],
      },
      { what: 'waits for each answer where a proxy ends connections that do not', isStrict: true, together: [2, 3, 7] },
    ])('$what', async ({ isStrict, together }) => {
      const address = addressOf('together') as DatabaseAddress;
      const wire = await Wire.to(address, isStrict);
      const database = await mysql.open({ ...address, host: '127.0.0.1', port: wire.port });
      const insert = { text: 'INSERT INTO `notes` (`a`) VALUES (?)', parameters: [1] };
      const trips = async (statements: number): Promise<number> => {
        wire.sent = 0;
        await database.transaction(async (connection) => {
          for (let count = 0; count < statements; count++) await connection.later?.(insert, (error) => error);
          await connection.all({ text: 'SELECT `a` FROM `notes` WHERE `a` = ?', parameters: [2] });
        });
        return wire.sent;
      };
      try {
        await database.run({ text: 'DROP TABLE IF EXISTS notes', parameters: [] });
        await database.run({ text: 'CREATE TABLE notes (a INT)', parameters: [] });
        await trips(1);
        await expect.poll(() => wire.cut).toBe(Number(isStrict));
        await expect.poll(() => trips(5)).toBe(together[2]);
        expect([await trips(0), await trips(1), await trips(5)]).toEqual(together);
      } finally {
        await database.close();
        await wire.close();
      }
    });

    it('every write and commit changes the counters of the server, and no read does', async () => {
      const database = await open('counting');
      const run = (text: string) => database.run({ text, parameters: [] });
      const ask = async (text: string) => String(await database.all({ text, parameters: [] }));
      const counters = () => ask(`SELECT ${writeCounters(true)}`);
      const changes = async (work: () => Promise<unknown>): Promise<boolean> => {
        const before = await counters();
        await work();
        return (await counters()) !== before;
      };
      for (const kind of ['InnoDB', 'MyISAM', 'Aria']) {
        await run(`CREATE TABLE rows_of_${kind} (id INT PRIMARY KEY, a INT) ENGINE=${kind}`);
        for (const write of [
          `INSERT INTO rows_of_${kind} VALUES (1, 1), (2, 2)`,
          `UPDATE rows_of_${kind} SET a = 3`,
          `DELETE FROM rows_of_${kind} WHERE id = 1`,
          `TRUNCATE rows_of_${kind}`,
          `ALTER TABLE rows_of_${kind} ADD b INT`,
          `RENAME TABLE rows_of_${kind} TO renamed_${kind}`,
          `CREATE OR REPLACE VIEW seen_of_${kind} AS SELECT 1`,
        ])
          expect(await changes(() => run(write)), write).toBe(true);
      }
      await run('CREATE TABLE waiting (id INT)');
      const commits = await database.transaction(async (connection) => {
        await connection.run({ text: 'INSERT INTO waiting VALUES (1)', parameters: [] });
        return counters();
      });
      expect(await counters()).not.toBe(commits);
      const list = `JSON_TABLE('[2]', '$[*]' COLUMNS (v INT PATH '$')) k`;
      const read = `SELECT id, COUNT(*) FROM waiting GROUP BY id UNION SELECT v, 1 FROM ${list}`;
      await expect.poll(() => changes(() => ask(read))).toBe(false);
    });

    it('a term continues while nobody writes, and ends soon after a write', { timeout: 60_000 }, async (test) => {
      if (process.env.OCTAVO_TEST_MYSQL) test.skip('others write to a server that is not of this test alone');
      const database = await open('terms');
      await database.run({ text: 'CREATE TABLE written (id INT)', parameters: [] });
      const termAfter = async (ms: number): Promise<number | null> => {
        for (let passed = 0; passed < ms; passed += 50) {
          database.term?.();
          await new Promise((done) => setTimeout(done, 50));
        }
        return database.term?.() ?? null;
      };
      const lasts = async (): Promise<boolean> => (await termAfter(50)) === (await termAfter(3_000));
      await expect.poll(lasts, { timeout: 45_000 }).toBe(true);
      const before = await termAfter(50);
      await database.run({ text: 'INSERT INTO written VALUES (1)', parameters: [] });
      expect(await termAfter(2_000)).not.toBe(before);
    });
  });

  it('checks foreign keys again if tables could not be dropped', async () => {
    const database = await open('unchecked');
    await database.run({ text: 'CREATE TABLE there (id INT)', parameters: [] });
    const [checked] = await database.transaction(async (connection) => {
      await expect(mysql.dropTables(connection, ['there', 'missing'])).rejects.toThrow(/missing/);
      return connection.all({ text: 'SELECT @@foreign_key_checks', parameters: [] });
    });
    expect(checked).toEqual([1]);
  });

  it('gives up on servers that do not exist', async () => {
    const address = addressOf('nowhere') as DatabaseAddress;
    for (const wrong of [{ port: 1 }, { password: 'wrong' }, { host: 'nowhere.invalid' }]) {
      const error = await mysql.open({ ...address, ...wrong }).catch((thrown: unknown) => thrown);
      expect(mysql.classify(error)).toEqual({ kind: 'unreachable' });
    }
  });

  it('answers more statements than a session keeps prepared, even repeatedly', async () => {
    const database = await open('prepared');
    const ask = (index: number) => database.all({ text: `SELECT ${index}, CAST(? AS SIGNED)`, parameters: [index] });
    const asked = Array.from({ length: 400 }, (_, index) => index);
    for (const index of [...asked, ...asked]) expect(await ask(index)).toEqual([[index, index]]);
    for (const index of asked) expect([await ask(0), await ask(index)]).toEqual([[[0, 0]], [[index, index]]]);
  });

  it('counts with an index that has everything it needs, even if the table was read in between', async () => {
    const database = await open('counted');
    const run = (text: string) => database.run({ text, parameters: [] });
    await run('CREATE TABLE wide (id INT AUTO_INCREMENT PRIMARY KEY, k INT, t TEXT, KEY (k))');
    await run(`INSERT INTO wide (k, t) VALUES (1, REPEAT('x', 900))`);
    for (let doubled = 0; doubled < 16; doubled++) await run('INSERT INTO wide (k, t) SELECT k + id % 2, t FROM wide');
    const scanned = await database.transaction(async (connection) => {
      const ask = (text: string) => connection.all({ text, parameters: [] });
      const count = () => ask('SELECT COUNT(*) FROM wide WHERE k IN (1, 2, 3, 4, 5, 6, 7, 8)');
      const first = await count();
      await ask('SELECT t FROM wide WHERE id = 7');
      await connection.run({ text: 'FLUSH STATUS', parameters: [] });
      expect(await count()).toEqual(first);
      return ask(`SHOW SESSION STATUS LIKE 'Handler_read_rnd_next'`);
    });
    expect(scanned).toEqual([['Handler_read_rnd_next', '0']]);
  });

  it("refuses values that exceed the server's packet limit, and continues", async () => {
    const database = await open('long');
    const [[longest] = []] = await database.all({ text: 'SELECT @@max_allowed_packet', parameters: [] });
    const lengthOf = async (text: string) => database.all({ text: 'SELECT LENGTH(?)', parameters: [text] });
    const tooLong = await lengthOf('ä'.repeat(Number(longest))).catch(mysql.classify);
    expect(tooLong).toEqual({ kind: 'value' });
    const fitting = 'ä'.repeat(Number(longest) / 2 - 100);
    expect(await lengthOf(fitting)).toEqual([[Number(longest) - 200]]);
  });

  it('continues after its connections were cut', async () => {
    const [database, killer] = [await open('cut'), await open('cut')];
    const two = () => database.transaction(async (connection) => connection.all({ text: 'SELECT 2', parameters: [] }));
    await database.all({ text: 'SELECT 1', parameters: [] });
    await two();
    const sessions = `SELECT ID FROM information_schema.PROCESSLIST WHERE DB = 'cut' AND ID <> CONNECTION_ID()`;
    // A probing session may already have ended on its own.
    for (const [session] of await killer.all({ text: sessions, parameters: [] }))
      await killer.run({ text: `KILL ${session}`, parameters: [] }).catch(() => {});
    expect(await database.all({ text: 'SELECT 1', parameters: [] })).toEqual([[1]]);
    expect(await two()).toEqual([[2]]);
  });

  it.each([
    ['its connection is cut', (_: Database, wire: Wire) => wire.cutAll()],
    ['its database is closed', (database: Database) => void database.close()],
  ])('survives a slow count during which %s', async (_, end) => {
    const wire = await Wire.to(addressOf('cut') as DatabaseAddress, false);
    const database = await mysql.open({ ...(addressOf('cut') as DatabaseAddress), host: '127.0.0.1', port: wire.port });
    try {
      const slow = { text: 'SELECT COUNT(SLEEP(?))', parameters: [0.3] };
      const count = Promise.resolve(database.all(slow)).catch(mysql.classify);
      await pause(100);
      end(database, wire);
      expect([[[1]], { kind: 'unreachable' }]).toContainEqual(await count);
    } finally {
      await database.close();
      await wire.close();
    }
  });
});
