import { expect, it } from 'vitest';
import { hasTooManyParts } from '../../../src/net/floods.ts';

it.each([
  [1, 1, false],
  [2_000, 2_000, false],
  [2_100, 2_100, true],
  [10_000, 1_024_000, false],
  [10_000, 100_000, true],
])('%i parts of a body of %i bytes: too many is %s', (parts, bytes, tooMany) => {
  expect(hasTooManyParts(parts, bytes)).toBe(tooMany);
});
