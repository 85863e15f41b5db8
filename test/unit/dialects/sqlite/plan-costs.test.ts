import { afterEach, expect, it, vi } from 'vitest';
import { PlanCosts } from '../../../../src/dialects/sqlite/plan-costs.ts';

const times = (count: number, work: () => void): void => {
  for (let done = 0; done < count; done++) work();
};

afterEach(() => void vi.useRealTimers());

it('a statement of which nothing is known is neither cheap nor costly', () => {
  expect(new PlanCosts().isCheap('SELECT 1')).toBeUndefined();
});

it('a statement that was slow in the server goes to a read process, until it has been cheap there a few times', () => {
  const costs = new PlanCosts();
  costs.noteInServer('SELECT 1', 50);
  expect(costs.isCheap('SELECT 1')).toBe(false);
  times(30, () => costs.noteInReadProcess('SELECT 1', 0.2));
  expect(costs.isCheap('SELECT 1')).toBe(true);
});

it('one costly run in a read process is enough to stay there', () => {
  const costs = new PlanCosts();
  times(10, () => costs.noteInReadProcess('SELECT 1', 0.2));
  costs.noteInReadProcess('SELECT 1', 40);
  expect(costs.isCheap('SELECT 1')).toBe(false);
});

it('after a few statements that were let in and were slow, nothing is let in for a while', () => {
  const costs = new PlanCosts();
  times(10, () => costs.noteInReadProcess('SELECT 0', 0.2));
  for (const text of ['SELECT 1', 'SELECT 2', 'SELECT 3']) {
    times(10, () => costs.noteInReadProcess(text, 0.2));
    costs.noteInServer(text, 50);
  }
  expect(costs.isCheap('SELECT 0')).toBe(false);
});

it('slow runs that lie far apart close nothing', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const costs = new PlanCosts();
  times(10, () => costs.noteInReadProcess('SELECT 0', 0.2));
  for (const text of ['SELECT 1', 'SELECT 2', 'SELECT 3']) {
    vi.advanceTimersByTime(61_000);
    times(10, () => costs.noteInReadProcess(text, 0.2));
    costs.noteInServer(text, 50);
  }
  expect(costs.isCheap('SELECT 0')).toBe(true);
});
