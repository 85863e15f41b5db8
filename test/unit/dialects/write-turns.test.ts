import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WriteTurns } from '../../../src/dialects/write-turns.ts';

/** Time stands still unless a test moves it. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

/** How many transactions of other items run at the same time. */
async function running(turns: WriteTurns): Promise<number> {
  let begun = 0;
  let end: () => void = () => {};
  const held = new Promise<void>((done) => {
    end = done;
  });
  const all = Array.from({ length: 10 }, (_, at) =>
    turns.run({ lockKey: String(at) }, async () => {
      begun++;
      await held;
    }),
  );
  await settled();
  const atOnce = begun;
  end();
  await Promise.all(all);
  return atOnce;
}

it('half as many transactions run at a time while another database is in use', async () => {
  const [one, other] = ['one', 'other'].map((name) => new WriteTurns({ name, limits: { connections: 8 } }));
  if (!one || !other) throw new Error('there are two');
  expect(await running(one)).toBe(4);
  await other.run(undefined, async () => {});
  expect(await running(one)).toBe(2);
  vi.advanceTimersByTime(5_000);
  expect(await running(one)).toBe(4);
});
