import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Connection } from '../../../../src/dialects/dialect.ts';
import { LongTransaction, TransactionTooLarge } from '../../../../src/dialects/sqlite/long-transaction.ts';

/** Time stands still except while statements run. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/**
 * A transaction whose statements take this many milliseconds and may write this many bytes, and what happened: statements,
 * and turns of others.
 */
function taking(ms: number, most?: number): { connection: LongTransaction; events: string[] } {
  const events: string[] = [];
  const note = (text: string): void => {
    events.push(text);
    vi.advanceTimersByTime(ms);
  };
  const writer: Connection = {
    all({ text }) {
      note(text);
      return [[text]];
    },
    async run({ text }) {
      note(text);
      return { changes: 1, keys: [] };
    },
  };
  setImmediate(() => events.push('others'));
  return { connection: new LongTransaction(writer, null, most), events };
}

const statement = (text: string) => ({ text, parameters: [] });

it('yields to the event loop once its statements have taken long', async () => {
  const { connection, events } = taking(2);
  for (const text of ['a', 'b', 'c', 'd']) await connection.run(statement(text));
  expect(await connection.all(statement('e'))).toEqual([['e']]);
  expect(events).toEqual(['a', 'b', 'c', 'others', 'd', 'e']);
});

it('runs a short one without waiting', async () => {
  const { connection, events } = taking(1);
  for (const text of ['a', 'b', 'c', 'd']) await connection.run(statement(text));
  expect(connection.all(statement('e'))).toEqual([['e']]);
  expect(events).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('keeps the order of statements that are given at once', async () => {
  const { connection, events } = taking(6);
  await Promise.all(['a', 'b', 'c'].map((text) => connection.run(statement(text))));
  expect(events).toEqual(['a', 'others', 'b', 'c']);
});

it('runs no further statement that writes once they would write too much together', async () => {
  const { connection, events } = taking(0, 3_000);
  const insert = (text: string, length: number) => ({ text, parameters: ['x'.repeat(length), new Uint8Array(length)] });
  await connection.run(insert('a', 700));
  await connection.all(insert('b', 9_000));
  expect(connection.isTooLarge).toBe(false);
  await expect(connection.run(insert('c', 700))).rejects.toThrow(TransactionTooLarge);
  await expect(connection.run(statement('d'))).rejects.toThrow(TransactionTooLarge);
  expect(connection.isTooLarge).toBe(true);
  expect(events).toEqual(['a', 'b']);
});
