import { expect, it } from 'vitest';
import { CHUNK_BYTES, inChunks } from '../../../src/dialects/row-chunk.ts';
import type { Row } from '../../../src/query/shape/row.ts';

const lengthsOf = (rows: readonly Row[], size: number): number[] =>
  [...inChunks(rows, size)].map((chunk) => chunk.length);
const long: Row = [1, 'x'.repeat(CHUNK_BYTES / 2)];

it.each<[what: string, rows: readonly Row[], size: number, lengths: readonly number[]]>([
  ['no rows', [], 2, []],
  ['rows that fill their chunks', [[1], [2], [3], [4]], 2, [2, 2]],
  ['a last chunk with fewer rows', [[1], [2], [3]], 2, [2, 1]],
  ['long texts', [long, long, long, [4]], 100, [2, 2]],
  ['long bytes', [[Buffer.alloc(CHUNK_BYTES)], [Buffer.alloc(CHUNK_BYTES)], [null]], 100, [1, 1, 1]],
])('splits %s', (_, rows, size, lengths) => {
  expect(lengthsOf(rows, size)).toEqual(lengths);
  expect([...inChunks(rows, size)].flat()).toEqual(rows);
});
