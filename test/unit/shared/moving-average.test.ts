import { expect, it } from 'vitest';
import { movingAverage } from '../../../src/shared/moving-average.ts';

it('a moving average begins with the first value', () => {
  expect(movingAverage(undefined, 8)).toBe(8);
});

it('a moving average follows later values, the latest with a weight of 0.3', () => {
  expect(movingAverage(10, 20)).toBeCloseTo(13);
  let average = 10;
  for (let times = 0; times < 30; times++) average = movingAverage(average, 20);
  expect(average).toBeCloseTo(20, 2);
});
