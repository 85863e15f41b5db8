import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Seldom } from '../../../src/shared/seldom.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is due once in a while', () => {
  const seldom = new Seldom(1000);
  expect([seldom.isDue(), seldom.isDue()]).toEqual([true, false]);
  vi.advanceTimersByTime(1000);
  expect([seldom.isDue(), seldom.isDue()]).toEqual([true, false]);
});

it('is due for each key', () => {
  const seldom = new Seldom(1000);
  expect(['a', 'b', 'a'].map((key) => seldom.isDue(key))).toEqual([true, true, false]);
});
