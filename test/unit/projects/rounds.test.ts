import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { Rounds } from '../../../src/projects/rounds.ts';

const HOUR_MS = 3_600_000;

afterEach(() => void vi.useRealTimers());

/** Keeps the thread busy. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('pauses ten times as long as a check of a project has taken, before the next', async () => {
  const begun: number[] = [];
  const configOf = (): object => {
    begun.push(performance.now());
    work(10);
    return { suspended: true };
  };
  const registry = { allKeys: () => ['one', 'two', 'three', 'four', 'five', 'six'], isOpen: () => false, configOf };
  const rounds = new Rounds(registry as never, pino({ level: 'silent' }));
  rounds.start();
  await expect.poll(() => begun.length, { timeout: 5_000 }).toBe(6);
  rounds.stop();
  for (const at of [0, 1, 2]) expect((begun[at + 3] ?? 0) - (begun[at] ?? 0)).toBeGreaterThan(100);
});

it('notices within a minute that the clock was set forward', async () => {
  vi.useFakeTimers();
  const configOf = vi.fn(() => ({ suspended: true }));
  const registry = { allKeys: () => [], isOpen: () => false, configOf };
  const rounds = new Rounds(registry as never, pino({ level: 'silent' }));
  rounds.start();
  rounds.add('one', Date.now() + 10 * HOUR_MS);
  vi.setSystemTime(Date.now() + 10 * HOUR_MS);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(configOf).toHaveBeenCalledTimes(1);
  rounds.stop();
});
