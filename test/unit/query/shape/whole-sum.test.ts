import { expect, it } from 'vitest';
import { wholeSum } from '../../../../src/query/shape/whole-sum.ts';

it.each([
  [7, 7n],
  ['-9223372036854775809', -9223372036854775809n],
  ['4611686018427387904:0000000005', 5n],
  ['4611686018427387903:4294967295', -1n],
  ['4611686022722355199:4294967294', 18446744073709551614n],
])('a sum returned as %s is the integer that it stands for', (stored, sum) => {
  expect(wholeSum(stored)).toBe(sum);
});
