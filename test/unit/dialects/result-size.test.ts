import { expect, it } from 'vitest';
import { bytesOf, ResultSize } from '../../../src/dialects/result-size.ts';

it.each<[what: string, rows: readonly number[], kept: readonly boolean[]]>([
  ['keeps rows up to the limit', [40, 60], [true, true]],
  ['keeps no row beyond it', [40, 61, 1], [true, false, false]],
  ['keeps a single row of any size', [1_000], [true]],
  ['keeps no second row after a large one', [1_000, 1], [true, false]],
])('%s', (_, rows, kept) => {
  const size = new ResultSize(100);
  expect(rows.map((bytes) => size.add(bytes))).toEqual(kept);
  expect(size.isTooLarge).toBe(kept.includes(false));
});

it('counts the characters of texts and the bytes of binary values', () => {
  expect(bytesOf(['abc', Buffer.alloc(5)])).toBe(8);
  expect(bytesOf([1, null])).toBe(16);
});
