import type { Column } from './column.ts';
import { datatypeOf } from './datatypes.ts';

/** The smallest and the largest value that an integer column can hold. */
export function integerRange(column: Pick<Column, 'datatype' | 'signed'>): readonly [low: bigint, high: bigint] {
  const bits = BigInt((datatypeOf(column.datatype).bytes ?? 8) * 8);
  return column.signed ? [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n] : [0n, 2n ** bits - 1n];
}
