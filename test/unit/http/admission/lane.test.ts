import { expect, it } from 'vitest';
import { Lane } from '../../../../src/http/admission/lane.ts';
import { waiting } from '../../../support/waiting.ts';

/** Makes requests of a caller wait; returns a list of the numbers of those that are refused from then on. */
const wait = (lane: Lane, caller: string, times: number): number[] => {
  const refused: number[] = [];
  for (let at = 0; at < times; at++) lane.wait(caller, waiting({ refuse: () => refused.push(at) }));
  return refused;
};
const run = (lane: Lane, caller: string, times: number): void => {
  for (let done = 0; done < times; done++) lane.begin(caller);
};

/** One caller gets three of four slots, and six of eight waiting places. */
const LIMITS = { atOnce: 4, waiting: 8 };

it('is full for a caller whose shares of slots and of the queue are used up', () => {
  const lane = new Lane(LIMITS);
  run(lane, 'flood', 3);
  wait(lane, 'flood', 5);
  expect(lane.isFull('flood')).toBe(false);
  wait(lane, 'flood', 1);
  expect([lane.isFull('flood'), lane.isFull('other')]).toEqual([true, false]);
});

it('is not full for requests that can use free slots', () => {
  const lane = new Lane(LIMITS);
  wait(lane, 'flood', 8);
  expect(lane.isFull('flood')).toBe(false);
  wait(lane, 'flood', 1);
  expect(lane.isFull('flood')).toBe(true);
});

it('leaves one caller its share of the queue while others run', () => {
  const lane = new Lane(LIMITS);
  for (const caller of ['a', 'b', 'c', 'd']) run(lane, caller, 1);
  wait(lane, 'flood', 6);
  expect([lane.isFull('flood'), lane.isFull('a')]).toEqual([true, false]);
});

it('displaces the last request of the caller with the most waiting ones for other callers', () => {
  const lane = new Lane(LIMITS);
  for (const caller of ['a', 'b', 'c', 'd']) run(lane, caller, 1);
  const [many, few] = [wait(lane, 'many', 5), wait(lane, 'few', 3)];
  expect(lane.isFull('other')).toBe(false);
  wait(lane, 'other', 1);
  expect([many, few]).toEqual([[4], []]);
});

it('displaces nothing for a caller with as many requests as any other', () => {
  const lane = new Lane(LIMITS);
  for (const caller of ['a', 'b', 'c', 'd']) run(lane, caller, 1);
  wait(lane, 'one', 4);
  wait(lane, 'two', 4);
  expect([lane.isFull('one'), lane.isFull('other')]).toEqual([true, false]);
});

it('counts waiting and running requests for the caller that they are reassigned to', () => {
  const lane = new Lane(LIMITS);
  run(lane, 'address', 3);
  const request = waiting();
  lane.wait('address', request);
  for (let at = 0; at < 3; at++) lane.reassign('address', 'user', null);
  lane.reassign('address', 'user', request);
  expect([lane.hasRoom('address'), lane.hasRoom('user')]).toEqual([true, false]);
  expect([lane.remove('address', request), lane.remove('user', request)]).toEqual([false, true]);
});

it('starts requests of the caller whose requests have taken less time to start', () => {
  const lane = new Lane({ atOnce: 100, waiting: 100 });
  const started: string[] = [];
  for (const [caller, ms] of [
    ['writer', 2],
    ['reader', 0.5],
  ] as const)
    for (let at = 0; at < 20; at++)
      lane.wait(
        caller,
        waiting({
          start: () => {
            started.push(caller);
            lane.charge(caller, ms);
          },
        }),
      );
  for (let at = 0; at < 15; at++) lane.next()?.start();
  expect(started.filter((caller) => caller === 'writer')).toHaveLength(3);
});
