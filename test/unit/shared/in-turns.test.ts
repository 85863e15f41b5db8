import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mapInTurns } from '../../../src/shared/in-turns.ts';
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
