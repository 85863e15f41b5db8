import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ReportLimiter } from '../../../src/shared/report-limiter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is due once in a while', () => {
  const limiter = new ReportLimiter(1000);
  expect([limiter.isDue(), limiter.isDue()]).toEqual([true, false]);
  vi.advanceTimersByTime(1000);
  expect([limiter.isDue(), limiter.isDue()]).toEqual([true, false]);
});

it('is due for each key', () => {
  const limiter = new ReportLimiter(1000);
  expect(['a', 'b', 'a'].map((key) => limiter.isDue(key))).toEqual([true, true, false]);
});
