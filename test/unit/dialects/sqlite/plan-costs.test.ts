import { afterEach, expect, it, vi } from 'vitest';
import { PlanCosts } from '../../../../src/dialects/sqlite/plan-costs.ts';

const times = (count: number, work: () => void): void => {
  for (let done = 0; done < count; done++) work();
};

afterEach(() => void vi.useRealTimers());

it('an unknown statement is neither cheap nor costly', () => {
  expect(new PlanCosts().isCheap('SELECT 1')).toBeUndefined();
});

it('a statement that was slow in the server goes to a read process, until it was cheap there a few times', () => {
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

const letIn = (costs: PlanCosts, texts: number, ms: number): void => {
  for (let index = 1; index <= texts; index++) {
    times(10, () => costs.noteInReadProcess(`SELECT ${index}`, 0.2));
    costs.noteInServer(`SELECT ${index}`, ms);
  }
};

it('when admitted statements have blocked the server for too long, others are not admitted for a while', () => {
  const costs = new PlanCosts();
  times(10, () => costs.noteInReadProcess('SELECT 0', 0.2));
  letIn(costs, 4, 50);
  expect(costs.isCheap('SELECT 0')).toBe(false);
});

it('statements that have long been cheap stay in the server then, even if one of many runs was slow', () => {
  const costs = new PlanCosts();
  times(5, () => costs.noteInReadProcess('SELECT 0', 0.2));
  times(300, () => costs.noteInServer('SELECT 0', 0.2));
  letIn(costs, 4, 50);
  expect(costs.isCheap('SELECT 0')).toBe(true);
  costs.noteInServer('SELECT 0', 30);
  expect(costs.isCheap('SELECT 0')).toBe(false);
  times(10, () => costs.noteInReadProcess('SELECT 0', 0.2));
  expect(costs.isCheap('SELECT 0')).toBe(true);
});

it('statements that are alternately slow and cheap are not admitted then', () => {
  const costs = new PlanCosts();
  times(40, () => {
    times(10, () => costs.noteInReadProcess('SELECT 0', 0.2));
    costs.noteInServer('SELECT 0', 30);
  });
  times(10, () => costs.noteInReadProcess('SELECT 0', 0.2));
  expect(costs.isCheap('SELECT 0')).toBe(false);
});

it('a few statements that a busy machine has made slow do not stop admission', () => {
  const costs = new PlanCosts();
  times(10, () => costs.noteInReadProcess('SELECT 0', 0.2));
  letIn(costs, 15, 12);
  expect(costs.isCheap('SELECT 0')).toBe(true);
});

it('a statement that is slower in the server than in a read process goes to read processes for a hundred runs', () => {
  const costs = new PlanCosts();
  times(10, () => costs.noteInReadProcess('SELECT 1', 2.5));
  times(6, () => costs.noteInServer('SELECT 1', 6));
  expect(costs.isCheap('SELECT 1')).toBe(false);
  times(50, () => costs.noteInReadProcess('SELECT 1', 2.5));
  expect(costs.isCheap('SELECT 1')).toBe(false);
  times(50, () => costs.noteInReadProcess('SELECT 1', 2.5));
  expect(costs.isCheap('SELECT 1')).toBe(true);
});

it('one longer run does not move a statement that is short in the server', () => {
  const costs = new PlanCosts();
  times(10, () => costs.noteInReadProcess('SELECT 1', 0.3));
  times(20, () => costs.noteInServer('SELECT 1', 0.3));
  costs.noteInServer('SELECT 1', 7);
  expect(costs.isCheap('SELECT 1')).toBe(true);
});

it('slow runs far apart do not stop admission', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const costs = new PlanCosts();
  times(10, () => costs.noteInReadProcess('SELECT 0', 0.2));
  times(5, () => {
    vi.advanceTimersByTime(61_000);
    letIn(costs, 1, 50);
  });
  expect(costs.isCheap('SELECT 0')).toBe(true);
});

it('a statement that would block other projects for some milliseconds runs in the server only without them', () => {
  let isShared = false;
  const costs = new PlanCosts(() => isShared);
  times(10, () => costs.noteInServer('SELECT 1', 3));
  times(10, () => costs.noteInServer('SELECT 2', 1));
  expect(costs.isCheap('SELECT 1')).toBeUndefined();
  isShared = true;
  expect([costs.isCheap('SELECT 1'), costs.isCheap('SELECT 2')]).toEqual([false, undefined]);
  times(10, () => costs.noteInReadProcess('SELECT 1', 2.5));
  expect(costs.isCheap('SELECT 1')).toBe(false);
  isShared = false;
  times(10, () => costs.noteInReadProcess('SELECT 1', 2.5));
  expect(costs.isCheap('SELECT 1')).toBe(true);
});
