import type { Binding, Comparison, Source } from '../../query/sql/nodes.ts';
import type { Kind } from '../../schema/datatypes.ts';
import type { Stored } from '../../schema/stored.ts';

const LOW = -(2n ** 63n);
const HIGH = 2n ** 63n - 1n;
const UNSIGNED_HIGH = 2n ** 64n - 1n;

/**
 * Casts a parameter for a comparison with an integer column. The engine rejects fractions and out-of-range numbers,
 * although such comparisons have a result: nothing equals these numbers, but they are smaller or larger than others.
 */
export function comparand(source: Source, kind: Kind, sign: Comparison): Source {
  if (kind !== 'integer' && kind !== 'bigint') return source;
  const high = kind === 'integer' ? HIGH : UNSIGNED_HIGH;
  return (binding: Binding) => toInteger(source(binding), sign, high);
}

function toInteger(value: Stored, sign: Comparison, high: bigint): Stored {
  if (typeof value === 'bigint') return clamp(value, sign, high);
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  if (Number.isNaN(value)) return LOW;
  if (!Number.isFinite(value)) return value > 0 ? HIGH : LOW;
  if (Number.isInteger(value)) return clamp(BigInt(value), sign, high);
  return isEquality(sign) ? LOW : rounded(value, sign);
}

const isEquality = (sign: Comparison): boolean => sign === '=' || sign === '<>';

function rounded(value: number, sign: Comparison): number {
  return sign === '<' || sign === '>=' ? Math.ceil(value) : Math.floor(value);
}

function clamp(value: bigint, sign: Comparison, high: bigint): bigint {
  if (value >= LOW && value <= high) return value;
  return value < LOW || isEquality(sign) ? LOW : HIGH;
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
  return INTEGER.test(text) && BigInt(text) >= LOW && BigInt(text) <= (kind === 'integer' ? HIGH : UNSIGNED_HIGH);
}

function element(key: Stored): string {
  if (typeof key === 'number') return String(key);
  const text = key instanceof Uint8Array ? `\\x${Buffer.from(key).toString('hex')}` : String(key);
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
