import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { everyInTurns, mapInTurns } from '../../../src/shared/in-turns.ts';
import { countTurns } from '../../support/loop-turns.ts';

/** Time stands still except while work is done. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('gives the results in order, and yields to the event loop once work has taken long', async () => {
  const { turns, stop } = countTurns();
  const results = await mapInTurns([3, 3, 1, 2, 3], (ms, index) => {
    vi.advanceTimersByTime(ms);
    return [index, turns()];
  });
  stop();
  expect(results.map(([index]) => index)).toEqual([0, 1, 2, 3, 4]);
  const seen = results.map(([, turn]) => turn);
  expect(seen[1]).toBe(seen[0]);
  expect(seen[2]).toBeGreaterThan(seen[1] ?? 0);
  expect(seen[4]).toBe(seen[2]);
});

it('tests items until one fails, and yields to the event loop once that has taken long', async () => {
  const { turns, stop } = countTurns();
  const seen: number[] = [];
  const isBelow = (limit: number) => (item: number) => {
    vi.advanceTimersByTime(3);
    seen.push(turns());
    return item < limit;
  };
  expect(await everyInTurns([1, 2, 3, 4], isBelow(5))).toBe(true);
  expect(seen[3]).toBeGreaterThan(seen[0] ?? 0);
  expect(await everyInTurns([1, 2, 3, 4], isBelow(2))).toBe(false);
  stop();
  expect(seen).toHaveLength(6);
});
