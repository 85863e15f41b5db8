import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Backlog, type Pending } from '../../../../src/http/admission/backlog.ts';
import { newAccount } from '../../../../src/shared/loop-time.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Ends `count` requests within 100 ms that took `ms` each, while the event loop was busy for a share of its time. */
function after(count: number, ms: number, load = 1): Backlog {
  const account = newAccount();
  const backlog = new Backlog(account, () => load);
  vi.advanceTimersByTime(1_000);
  backlog.end(null);
  for (let done = 1; done < count; done++) backlog.end(null);
  account.spent += count * ms;
  vi.advanceTimersByTime(100);
  backlog.end(null);
  return backlog;
}

/** Starts requests until there is no room; at most 100. */
function fill(backlog: Backlog, caller: string): (Pending | null)[] {
  const started: (Pending | null)[] = [];
  while (started.length < 100 && backlog.hasRoom(caller)) started.push(backlog.begin(caller));
  return started;
}

it('requests of a project that saturates the event loop leave a few milliseconds of work to it', () => {
  const startedBy = (count: number, ms: number): number => {
    const backlog = after(count, ms);
    return ['one', 'other', 'another'].flatMap((caller) => fill(backlog, caller)).length;
  };
  expect([startedBy(100, 0.49), startedBy(400, 0.16)]).toEqual([8, 25]);
});

it('one caller leaves room for others', () => {
  const backlog = after(100, 0.49);
  expect(fill(backlog, 'one')).toHaveLength(6);
  expect(fill(backlog, 'other')).toHaveLength(2);
});

it('some requests always start', () => {
  expect(fill(after(3, 30), 'one')).toHaveLength(2);
});

it('nothing is limited while the event loop has time', () => {
  expect(fill(after(100, 0.49, 0.8), 'one')).toHaveLength(100);
});

it('a project is not limited if others saturate the event loop', () => {
  expect(fill(after(100, 0.2), 'one')).toHaveLength(100);
});

it('a request that has ended makes room for another one, once', () => {
  const backlog = after(100, 0.49);
  const [first = null] = fill(backlog, 'one');
  backlog.end(first);
  backlog.end(first);
  expect(fill(backlog, 'one')).toHaveLength(1);
});

it('requests that were in progress before the limit, or have been for long, do not count', () => {
  const backlog = after(100, 0.49);
  expect(fill(backlog, 'one')).toHaveLength(6);
  vi.advanceTimersByTime(60);
  backlog.end(null);
  expect(backlog.hasRoom('one')).toBe(true);
});

it('a reassigned request counts for its new caller', () => {
  const backlog = after(100, 0.49);
  const [first] = fill(backlog, 'one');
  if (first) backlog.reassign(first, 'other');
  expect([fill(backlog, 'one').length, fill(backlog, 'other').length]).toEqual([1, 1]);
});

it('a limit ends if no request has ended for a while', () => {
  const backlog = after(100, 0.49);
  fill(backlog, 'one');
  vi.advanceTimersByTime(101);
  expect(fill(backlog, 'one')).toHaveLength(100);
});
