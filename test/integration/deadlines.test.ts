import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database, DatabaseAddress, Dialect, Statement } from '../../src/dialects/dialect.ts';
import { dialectOf } from '../../src/dialects/registry.ts';
import { toApiError } from '../../src/http/hooks/errors.ts';
import type { Row } from '../../src/query/shape/row.ts';
import { temporaryFolder } from '../support/server-process.ts';

const STATEMENT_S = 1;
const scans = [{ table: 'sqlite_master', weight: 1e9 }];
const NUMBERS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';
const COLUMNS = ['a', 'b', 'c', 'd'].map((alias) => `information_schema.COLUMNS ${alias}`).join(', ');

/** Statements that do not end on their own while a test waits. */
const ENDLESS: Readonly<Record<string, Statement>> = {
  sqlite: { text: `${NUMBERS} SELECT count(*) FROM n`, parameters: [], scans },
  mysql: { text: `SELECT COUNT(*) FROM ${COLUMNS} WHERE a.COLUMN_NAME <> d.COLUMN_NAME`, parameters: [] },
  postgres: { text: 'SELECT count(*) FROM generate_series(1, 1000000000000) n', parameters: [] },
};
const FORTY_TWO: Statement = { text: 'SELECT 42', parameters: [] };

for (const engine of ['sqlite', 'mysql', 'postgres'] as const) {
  const given = inject('engines')[engine];
  describe.skipIf(!given)(`a statement that takes too long, on ${engine}`, () => {
    const folder = temporaryFolder();
    const address: DatabaseAddress = {
      name: `late${process.pid}`,
      ...(engine === 'sqlite'
        ? { file: join(folder.path, 'late.db') }
        : {
            host: String(given?.db_host),
            port: Number(given?.db_port),
            user: String(given?.db_user),
            password: String(given?.db_password),
          }),
      limits: { statementS: STATEMENT_S },
    };
    let dialect: Dialect;
    let database: Database;
    beforeAll(async () => {
      dialect = await dialectOf(engine);
      database = await dialect.open(address);
      // Tables without rows cost nothing; even the list of tables counts as one.
      await database.run({ text: 'CREATE TABLE things (id INTEGER PRIMARY KEY)', parameters: [] });
    });
    afterAll(async () => {
      await database?.close();
      await dialect?.destroy(address);
      folder.remove();
    });

    const endless = async () => database.all(ENDLESS[engine] ?? FORTY_TWO);

    it('is ended, says so, and is not retried', async () => {
      const begun = performance.now();
      const error = await endless().catch((failure: unknown) => failure);
      expect(performance.now() - begun).toBeLessThan(STATEMENT_S * 1000 * 8);
      expect(dialect.classify(error)).toEqual({ kind: 'late' });
      const { status, code, message, retryAfter } = toApiError(error, dialect);
      expect([status, code, message]).toEqual([503, 11, expect.stringContaining('ask for less')]);
      expect(retryAfter).toBeNull();
    });

    it('blocks nobody else', async () => {
      const late = endless().catch(() => 'late');
      const first = await Promise.race([late, database.all(FORTY_TWO)]);
      expect(first).not.toBe('late');
      expect(Array.from(first as Row[], ([answer]) => Number(answer))).toEqual([42]);
      expect(await late).toBe('late');
    });

    it('leaves the database intact for later statements', async () => {
      const rows = await database.all({ ...FORTY_TWO, ...(engine === 'sqlite' && { scans }) });
      expect(rows.map(([answer]) => Number(answer))).toEqual([42]);
    });
  });
}

describe('rows that are read outside of the server, on sqlite', () => {
  const folder = temporaryFolder();
  const tables = [{ table: 'things', weight: 1e9 }];
  let database: Database;
  beforeAll(async () => {
    database = await (await dialectOf('sqlite')).open({ name: 'apart', file: join(folder.path, 'apart.db') });
    await database.run({ text: 'CREATE TABLE things (id INTEGER PRIMARY KEY, huge, bytes)', parameters: [] });
    const text = `INSERT INTO things (id, huge, bytes) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
      WHERE i < 2000) SELECT i, 'text ' || i, x'0102' FROM n`;
    await database.run({ text, parameters: [] });
  });
  afterAll(async () => {
    await database?.close();
    folder.remove();
  });
  const both = async (statement: Statement): Promise<void> =>
    expect(await database.all({ ...statement, scans: tables })).toEqual(await database.all(statement));

  it('are the same, of every kind', async () => {
    await both({ text: 'SELECT id, huge, bytes, NULL, 1.5 FROM things ORDER BY id DESC', parameters: [] });
    await both({ text: 'SELECT ?, ?, id FROM things WHERE id > ?', parameters: [2n ** 40n, null, 1990] });
  });

  it('are those that were committed before', async () => {
    await database.run({ text: "UPDATE things SET huge = 'changed' WHERE id = 7", parameters: [] });
    const changed: Statement = { text: 'SELECT huge FROM things WHERE id = 7', parameters: [], scans: tables };
    expect(await database.all(changed)).toEqual([['changed']]);
  });

  it('arrive in chunks, and end with the reader', async () => {
    const statement: Statement = { text: 'SELECT id FROM things', parameters: [], scans: tables };
    const sizes: number[] = [];
    for await (const rows of database.chunks(statement, 300)) sizes.push(rows.length);
    expect(sizes).toEqual([300, 300, 300, 300, 300, 300, 200]);
    for (let time = 0; time < 6; time++)
      for await (const rows of database.chunks(statement, 300)) {
        expect(rows).toHaveLength(300);
        break;
      }
  });

  it('fail with the same errors as inside the server', async () => {
    const wrong: Statement = { text: 'SELECT missing FROM things', parameters: [] };
    const read = async (statement: Statement) => database.all(statement);
    const messages = [wrong, { ...wrong, scans: tables }].map((statement) =>
      read(statement).catch((error: Error) => error.message),
    );
    const [inside, outside] = await Promise.all(messages);
    expect(inside).toContain('no such column');
    expect(outside).toBe(inside);
  });
});
