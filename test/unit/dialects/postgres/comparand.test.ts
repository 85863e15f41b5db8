import { describe, expect, it } from 'vitest';
import { NO_BINDING } from '../../../../src/dialects/bind.ts';
import { comparand, keyArray } from '../../../../src/dialects/postgres/comparand.ts';
import type { Comparison } from '../../../../src/query/sql/nodes.ts';
import type { Kind } from '../../../../src/schema/datatypes.ts';
import type { Stored } from '../../../../src/schema/stored.ts';

const LOW = -(2n ** 63n);
const HIGH = 2n ** 63n - 1n;

describe('a comparison with an integer column', () => {
  const compared = (value: Stored, sign: Comparison, kind: Kind = 'integer'): Stored =>
    comparand(() => value, kind, sign)(NO_BINDING);

  it.each<[Stored, Comparison, Stored]>([
    [7, '=', 7],
    [-7n, '<', -7n],
    ['7', '=', '7'],
    [null, '=', null],
    [1.5, '=', LOW],
    [1.5, '<>', LOW],
    [1.5, '<', 2],
    [1.5, '<=', 1],
    [1.5, '>', 1],
    [1.5, '>=', 2],
    [-1.5, '<', -1],
    [-1.5, '>', -2],
    [Number.NaN, '=', LOW],
    [Number.POSITIVE_INFINITY, '<', HIGH],
    [Number.NEGATIVE_INFINITY, '>', LOW],
    [1e30, '=', LOW],
    [1e30, '<', HIGH],
    [-1e30, '>', LOW],
    [2n ** 63n, '=', LOW],
    [2n ** 63n, '<=', HIGH],
    [LOW - 1n, '>', LOW],
    [HIGH, '=', HIGH],
  ])('%s after %s is %s', (value, sign, wanted) => {
    expect(compared(value, sign)).toBe(wanted);
  });

  it('is wider if the column holds unsigned 64-bit integers', () => {
    expect(compared(2n ** 64n - 1n, '=', 'bigint')).toBe(2n ** 64n - 1n);
    expect(compared(2n ** 64n, '=', 'bigint')).toBe(LOW);
  });

  it.each<[Kind, Stored]>([
    ['decimal', 1.5],
    ['float', 1e30],
    ['text', '1.5'],
  ])('stays as it is for a column of the kind %s', (kind, value) => {
    expect(compared(value, '=', kind)).toBe(value);
  });
});

describe('keys as one parameter', () => {
  it.each<[Kind, readonly Stored[], string]>([
    ['integer', [1, 2n, '3', -4], '{1,"2","3",-4}'],
    ['integer', ['x', 1.5, '', ' 1', '1e3', '+1', null, '9223372036854775808'], '{}'],
    [
      'integer',
      ['9223372036854775807', '-9223372036854775808', '-9223372036854775809'],
      '{"9223372036854775807","-9223372036854775808"}',
    ],
    ['bigint', ['18446744073709551615', '18446744073709551616'], '{"18446744073709551615"}'],
    ['text', ['a', 'b,c', 'd"e', 'f\\g', '{h}', '', 'NULL'], '{"a","b,c","d\\"e","f\\\\g","{h}","","NULL"}'],
    ['binary', [Buffer.from('00ff', 'hex')], '{"\\\\x00ff"}'],
    ['text', [], '{}'],
  ])('of the kind %s, %#', (kind, keys, wanted) => {
    expect(keyArray(kind)({ ...NO_BINDING, keys })).toBe(wanted);
  });
});
