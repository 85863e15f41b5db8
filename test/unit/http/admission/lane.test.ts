import { expect, it } from 'vitest';
import { Lane } from '../../../../src/http/admission/lane.ts';

const wait = (lane: Lane, caller: string, times: number): void => {
  for (let done = 0; done < times; done++) lane.wait(caller, { start: () => {} });
};
const run = (lane: Lane, caller: string, times: number): void => {
  for (let done = 0; done < times; done++) lane.begin(caller);
};

/** One caller gets three places of four, and six of eight to wait in. */
const LIMITS = { atOnce: 4, waiting: 8 };

it('is full for a caller whose share of places is taken, and of those to wait in', () => {
  const lane = new Lane(LIMITS);
  run(lane, 'flood', 3);
  wait(lane, 'flood', 5);
  expect(lane.isFull('flood')).toBe(false);
  wait(lane, 'flood', 1);
  expect([lane.isFull('flood'), lane.isFull('other')]).toEqual([true, false]);
});

it('is not full for those that free places wait for', () => {
  const lane = new Lane(LIMITS);
  wait(lane, 'flood', 8);
  expect(lane.isFull('flood')).toBe(false);
  wait(lane, 'flood', 1);
  expect(lane.isFull('flood')).toBe(true);
});

it('leaves one caller its share to wait in while others run', () => {
  const lane = new Lane(LIMITS);
  for (const caller of ['a', 'b', 'c', 'd']) run(lane, caller, 1);
  wait(lane, 'flood', 6);
  expect([lane.isFull('flood'), lane.isFull('a')]).toEqual([true, false]);
});
