import { expect, it } from 'vitest';
import { durationText } from '../../../src/shared/duration-text.ts';

it.each([
  [1, '1 minute'],
  [20, '20 minutes'],
  [60, '1 hour'],
  [90, '90 minutes'],
  [120, '2 hours'],
  [24 * 60, '1 day'],
  [30 * 24 * 60, '30 days'],
])('%i minutes are %s', (minutes, text) => {
  expect(durationText(minutes)).toBe(text);
});
