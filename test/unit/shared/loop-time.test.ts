import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accountOf, charge, isLoopShared, newAccount, shareLoop } from '../../../src/shared/loop-time.ts';

const eventsHandled = (): Promise<void> => new Promise((done) => setImmediate(done));

/** Time stands still unless a test moves it. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  shareLoop(1_000);
});
afterEach(() => {
  shareLoop(Number.NEGATIVE_INFINITY);
  vi.useRealTimers();
});

it('time is charged to an account until another one is charged', () => {
  const [one, other] = [newAccount(), newAccount()];
  charge(one);
  vi.advanceTimersByTime(3);
  charge(other);
  vi.advanceTimersByTime(4);
  charge(null);
  vi.advanceTimersByTime(8);
  charge(null);
  expect([one.used, other.used]).toEqual([3, 4]);
});

it('the time until the next events is charged, and nothing after it', async () => {
  const account = newAccount();
  charge(account);
  vi.advanceTimersByTime(2);
  await eventsHandled();
  vi.advanceTimersByTime(50);
  charge(null);
  expect(account.used).toBe(2);
});

it('nothing is charged while the loop is not shared', async () => {
  const account = newAccount();
  shareLoop(10);
  charge(account);
  vi.advanceTimersByTime(1);
  await eventsHandled();
  vi.advanceTimersByTime(10);
  expect(isLoopShared()).toBe(false);
  charge(account);
  vi.advanceTimersByTime(4);
  charge(null);
  expect(account.used).toBe(1);
});

it('a project has one account', () => {
  expect(accountOf('one')).toBe(accountOf('one'));
  expect(accountOf('one')).not.toBe(accountOf('other'));
});
