import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Sql } from '../../../../src/dialects/postgres/connect.ts';
import { streamChunks } from '../../../../src/dialects/postgres/stream-chunks.ts';
import { CHUNK_BYTES } from '../../../../src/dialects/row-chunk.ts';
import type { Row } from '../../../../src/query/shape/row.ts';

/** What the driver does with a query. */
interface Query {
  forEachFn(row: Row): void;
  cursorFn(): unknown;
  resolve(): void;
  reject(error: unknown): void;
}

const CLOSE = {};
const LONG: Row = ['x'.repeat(CHUNK_BYTES)];

/** A stream, the query that the driver gets for it, and its next chunk, null after the last. */
function streamed(size: number) {
  let sent: Query | undefined;
  const handler = (query: Query): void => {
    sent = query;
  };
  const sql = { unsafe: () => ({ handler }), CLOSE } as unknown as Sql;
  const chunks = streamChunks(sql, 'SELECT 1', [], size)[Symbol.asyncIterator]();
  const next = async (): Promise<Row[] | null> => (await chunks.next()).value ?? null;
  const first = next();
  return { query: sent as unknown as Query, chunks, next, first };
}

/** Whether the driver goes on without waiting for the reader. */
async function goesOn(answer: unknown): Promise<boolean> {
  let isSettled = false;
  void Promise.resolve(answer).then(() => {
    isSettled = true;
  });
  await turn();
  return isSettled;
}

describe('a stream of rows', () => {
  it('waits at the end of each batch until its rows have been taken', async () => {
    const { query, next, first } = streamed(2);
    for (const row of [[1], [2]]) query.forEachFn(row);
    const batch = query.cursorFn();
    expect(await first).toEqual([[1], [2]]);
    expect(await goesOn(batch)).toBe(false);
    const second = next();
    expect(await goesOn(batch)).toBe(true);
    query.forEachFn([3]);
    query.resolve();
    expect([await second, await next()]).toEqual([[[3]], null]);
  });

  it('goes on if the rows of a batch have been taken before it ends', async () => {
    const { query, next, first } = streamed(2);
    query.forEachFn(LONG);
    expect(await first).toEqual([LONG]);
    const second = next();
    query.forEachFn(LONG);
    expect(await second).toEqual([LONG]);
    const third = next();
    await turn();
    expect(await goesOn(query.cursorFn())).toBe(true);
    query.forEachFn([3]);
    query.resolve();
    expect(await third).toEqual([[3]]);
  });

  it('closes the cursor if its reader stops, and drops what still arrives', async () => {
    const { query, chunks, first } = streamed(2);
    query.forEachFn(LONG);
    await first;
    await chunks.return?.();
    query.forEachFn(LONG);
    expect(query.cursorFn()).toBe(CLOSE);
  });

  it('closes a cursor that waits when its reader stops', async () => {
    const { query, chunks, first } = streamed(1);
    query.forEachFn([1]);
    const batch = query.cursorFn();
    await first;
    await chunks.return?.();
    expect(await batch).toBe(CLOSE);
  });

  it('leaves a batch where it is if the connection is lost meanwhile', async () => {
    const { query, next, first } = streamed(1);
    query.forEachFn([1]);
    const batch = query.cursorFn();
    await first;
    query.reject(new Error('the connection was lost'));
    await expect(next()).rejects.toThrow('the connection was lost');
    expect(await goesOn(batch)).toBe(false);
  });

  it('fails with the error of the statement, after the rows that have arrived', async () => {
    const { query, next, first } = streamed(1);
    query.forEachFn([1]);
    query.reject(new Error('the connection was lost'));
    expect(await first).toEqual([[1]]);
    await expect(next()).rejects.toThrow('the connection was lost');
  });
});
