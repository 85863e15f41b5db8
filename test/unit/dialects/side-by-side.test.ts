import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SideBySide } from '../../../src/dialects/side-by-side.ts';

/** Time stands still unless a test moves it. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('a database is alone, however often it is used', () => {
  const inUse = new SideBySide();
  for (let times = 0; times < 3; times++) inUse.note('one');
  expect(inUse.areSeveral).toBe(false);
});

it('there are several while two are used, however seldom one of them is', () => {
  const inUse = new SideBySide();
  for (const database of ['one', 'two']) inUse.note(database);
  expect(inUse.areSeveral).toBe(true);
  for (let second = 0; second < 20; second++) {
    if (second % 4 === 0) inUse.note('one');
    inUse.note('two');
    vi.advanceTimersByTime(1_000);
    expect(inUse.areSeveral).toBe(true);
  }
});

it('there are several until one of two has been idle for five seconds', () => {
  const inUse = new SideBySide();
  for (const database of ['one', 'two']) inUse.note(database);
  vi.advanceTimersByTime(4_999);
  inUse.note('two');
  expect(inUse.areSeveral).toBe(true);
  vi.advanceTimersByTime(1);
  inUse.note('two');
  expect(inUse.areSeveral).toBe(false);
});

it('one of several may run half as many tasks at a time, and at least one', () => {
  const inUse = new SideBySide();
  expect([1, 4, 5].map((count) => inUse.shareOf(count))).toEqual([1, 4, 5]);
  for (const database of ['one', 'two']) inUse.note(database);
  expect([1, 4, 5].map((count) => inUse.shareOf(count))).toEqual([1, 2, 3]);
});
