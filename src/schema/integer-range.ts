import type { Column } from './column.ts';
import { datatypeOf } from './datatypes.ts';

type Range = readonly [low: bigint, high: bigint];

const ranges = new Map<number, Range>();

/** The smallest and the largest value that an integer column can hold, apart from 0. */
export function integerRange({ datatype, signed }: Pick<Column, 'datatype' | 'signed'>): Range {
  const { bytes = 8, bounds } = datatypeOf(datatype);
  if (bounds) return bounds;
  const bits = bytes * 8;
  // Of signed columns: those without a sign are negative.
  const known = ranges.get(signed ? bits : -bits);
  if (known) return known;
  const range = rangeOf(BigInt(bits), signed);
  ranges.set(signed ? bits : -bits, range);
  return range;
}

function rangeOf(bits: bigint, signed: boolean): Range {
  return signed ? [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n] : [0n, 2n ** bits - 1n];
}
