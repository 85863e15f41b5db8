import type { Binding, Comparison, Source } from '../../query/sql/nodes.ts';
import type { Kind } from '../../schema/datatypes.ts';
import type { Stored } from '../../schema/stored.ts';
import { MAX_INT64, MAX_UINT64, MIN_INT64 } from '../../shared/int64.ts';

/**
 * Casts a parameter for a comparison with an integer column. The engine rejects fractions and out-of-range numbers,
 * although such comparisons have a result: nothing equals these numbers, but they are smaller or larger than others.
 */
export function comparand(source: Source, kind: Kind, sign: Comparison): Source {
  if (kind !== 'integer' && kind !== 'bigint') return source;
  const high = kind === 'integer' ? MAX_INT64 : MAX_UINT64;
  return (binding: Binding) => toInteger(source(binding), sign, high);
}

function toInteger(value: Stored, sign: Comparison, high: bigint): Stored {
  if (typeof value === 'bigint') return clamp(value, sign, high);
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  if (Number.isNaN(value)) return MIN_INT64;
  if (!Number.isFinite(value)) return value > 0 ? MAX_INT64 : MIN_INT64;
  if (Number.isInteger(value)) return clamp(BigInt(value), sign, high);
  return isEquality(sign) ? MIN_INT64 : rounded(value, sign);
}

const isEquality = (sign: Comparison): boolean => sign === '=' || sign === '<>';

function rounded(value: number, sign: Comparison): number {
  return sign === '<' || sign === '>=' ? Math.ceil(value) : Math.floor(value);
}

function clamp(value: bigint, sign: Comparison, high: bigint): bigint {
  if (value >= MIN_INT64 && value <= high) return value;
  return value < MIN_INT64 || isEquality(sign) ? MIN_INT64 : MAX_INT64;
}

const INTEGER = /^-?\d{1,20}$/;

/** Encodes keys as one array literal; texts that cannot be keys of an integer column are dropped. */
export function keyArray(kind: Kind): Source {
  return ({ keys }) =>
    `{${keys
      .filter((key) => fits(key, kind))
      .map(element)
      .join(',')}}`;
}

function fits(key: Stored, kind: Kind): boolean {
  if ((kind !== 'integer' && kind !== 'bigint') || Number.isSafeInteger(key)) return true;
  const text = String(key);
  return (
    INTEGER.test(text) && BigInt(text) >= MIN_INT64 && BigInt(text) <= (kind === 'integer' ? MAX_INT64 : MAX_UINT64)
  );
}

function element(key: Stored): string {
  if (typeof key === 'number') return String(key);
  const text = key instanceof Uint8Array ? `\\x${Buffer.from(key).toString('hex')}` : String(key);
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
