import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Connection } from '../../../../src/dialects/dialect.ts';
import { LongTransaction } from '../../../../src/dialects/sqlite/long-transaction.ts';

/** Time stands still except while statements run. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A transaction whose statements take this many milliseconds, and what happened: statements, and turns of others. */
function taking(ms: number): { connection: Connection; events: string[] } {
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
  return { connection: new LongTransaction(writer, null), events };
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
