import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CostlyReads } from '../../../src/dialects/costly-reads.ts';
import type { Statement } from '../../../src/dialects/dialect.ts';

/** Time stands still unless a test moves it. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const SCAN: Statement = { text: 'SELECT everything', parameters: [], scans: [{ table: 'notes', weight: 1 }] };
const LOOKUP: Statement = { text: 'SELECT one', parameters: [] };

/** The reads of a database; those that have started run until they are ended. */
function readsOf(name: string): {
  start: (statement: Statement) => void;
  begun: () => number;
  end: () => Promise<void>;
} {
  const reads = new CostlyReads({ host: 'db.example.com', name });
  const ends: (() => void)[] = [];
  let begun = 0;
  const read = (): Promise<[]> => {
    begun++;
    return new Promise((done) => ends.push(() => done([])));
  };
  return {
    start: (statement) => void reads.all(statement, read),
    begun: () => begun,
    end: async () => {
      for (const done of ends.splice(0)) done();
      await new Promise((done) => setImmediate(done));
    },
  };
}

it('runs two costly statements of a database at a time, and one while another database is read', async () => {
  const [busy, calm] = [readsOf('busy'), readsOf('calm')];
  for (let count = 0; count < 5; count++) busy.start(SCAN);
  await busy.end();
  expect(busy.begun()).toBe(2);
  calm.start(LOOKUP);
  await busy.end();
  expect(busy.begun()).toBe(3);
  vi.advanceTimersByTime(5_001);
  await busy.end();
  expect(busy.begun()).toBe(5);
  await busy.end();
});

it('does not limit statements that scan nothing', async () => {
  const busy = readsOf('busy');
  for (let count = 0; count < 5; count++) busy.start(LOOKUP);
  expect(busy.begun()).toBe(5);
});

it.each([
  [7, 5, 5],
  [10, 1, 5],
  [20, 1, 2],
])(
  'of statements that take %i ms, %i run at a time while another database is read, and %i otherwise',
  async (ms, beside, alone) => {
    const [busy, calm] = [readsOf(`of ${ms} ms`), readsOf('calm')];
    const settle = (): Promise<void> => new Promise((done) => setImmediate(done));
    const atATime = async (): Promise<number> => {
      const before = busy.begun();
      for (let count = 0; count < 5; count++) busy.start(SCAN);
      await settle();
      const together = busy.begun() - before;
      while (busy.begun() < before + 5) {
        vi.advanceTimersByTime(ms);
        await busy.end();
      }
      vi.advanceTimersByTime(ms);
      await busy.end();
      return together;
    };
    busy.start(SCAN);
    await settle();
    vi.advanceTimersByTime(ms);
    await busy.end();
    calm.start(LOOKUP);
    expect(await atATime()).toBe(beside);
    vi.advanceTimersByTime(5_001);
    expect(await atATime()).toBe(alone);
  },
);
