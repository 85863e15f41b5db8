import { expect, it } from 'vitest';
import { FairQueue } from '../../../src/shared/fair-queue.ts';

const below = (each: number) => (_: string, running: number) => running < each;

/** More callers than the queue remembers. */
const MANY = 1_000;

function pass(queue: FairQueue<string>, party: string): void {
  queue.push(party, party);
  expect(queue.shift(below(1))).toBe(party);
  queue.end(party, 1);
}

it('serves the party that has used least first', () => {
  const queue = new FairQueue<string>();
  queue.begin('busy');
  queue.charge('busy', 50);
  queue.push('busy', 'second');
  queue.push('other', 'first');
  expect(queue.shift(below(2))).toBe('first');
  expect(queue.shift(below(2))).toBe('second');
});

it('does not hold earlier use against a party that was idle', () => {
  const queue = new FairQueue<string>();
  queue.begin('rested');
  queue.end('rested', 5_000);
  queue.charge('rested', 5_000);
  queue.push('rested', 'first');
  queue.push('other', 'second');
  expect(queue.shift(below(1))).toBe('first');
});

it('counts running and waiting items of a party correctly after many others have come and gone', () => {
  const queue = new FairQueue<string>();
  queue.begin('running');
  queue.push('waiting', 'waits');
  const waits = queue.shift(below(1));
  queue.push('waiting', 'waits longer');
  for (let at = 0; at < MANY; at++) pass(queue, `passing ${at}`);
  expect(waits).toBe('waits');
  expect(queue.runningOf('running')).toBe(1);
  expect(queue.runningOf('waiting')).toBe(1);
  expect(queue.waitingOf('waiting')).toBe(1);
  expect(queue.runningOf('passing 0')).toBe(0);
  expect(queue.length).toBe(1);
});

it('no longer serves an item that was removed', () => {
  const queue = new FairQueue<string>();
  queue.push('party', 'first');
  queue.push('party', 'last');
  expect(queue.pop('party')).toBe('last');
  expect(queue.remove('party', 'last')).toBe(false);
  expect(queue.remove('party', 'first')).toBe(true);
  expect(queue.isReady(below(1))).toBe(false);
  expect(queue.shift(below(1))).toBe(undefined);
});
