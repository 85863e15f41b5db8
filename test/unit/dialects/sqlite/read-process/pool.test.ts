import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ReadProcessPool } from '../../../../../src/dialects/sqlite/read-process/pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'octavo-test-'));
const [busy, calm] = [join(folder, 'busy.db'), join(folder, 'calm.db')];
const pool = new ReadProcessPool({ total: 3, each: 2, waiting: 4 });
const SLOW = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 8000000) SELECT COUNT(*) FROM n`;

beforeAll(() => {
  for (const file of [busy, calm]) {
    const database = new DatabaseSync(file);
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (id INTEGER)');
    database.close();
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (file: string, text: string): Promise<unknown> =>
  pool.all({ file, text, parameters: [], timeoutMs: 30_000 }).then(({ rows }) => rows);

/** The processes that this thread has started; other threads may have started some for other tests and databases. */
const children = (): number[] =>
  readFileSync('/proc/thread-self/children', 'utf8').split(' ').filter(Boolean).map(Number);

const nicenesses = (): number[] => children().map((pid) => getPriority(pid));

/** The system reports which processes there are, and their priority. */
describe.runIf(process.platform === 'linux')('read processes', () => {
  it('yield to the server, and concurrent ones of a database to other databases', async () => {
    const slow = [run(busy, SLOW), run(busy, SLOW)];
    await vi.waitFor(() => expect(nicenesses().sort((a, b) => a - b)).toEqual([5, 5, 15]), 10_000);
    const [ready] = [children()];
    expect(await run(calm, 'SELECT COUNT(*) FROM notes')).toEqual([[0]]);
    expect(children()).toEqual(ready);
    expect(await Promise.all(slow)).toEqual([[[8_000_000]], [[8_000_000]]]);
  });

  it('finish their statements when a terminal interrupts the server', async () => {
    await run(busy, 'SELECT 1');
    const slow = run(busy, SLOW);
    for (const pid of children())
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
    expect(await slow).toEqual([[8_000_000]]);
  });
});
