import mysql from 'mysql2/promise';
import { describe, expect, it } from 'vitest';
import { decodeRows, toParameter } from '../../../../src/dialects/mysql/values.ts';
import type { Row } from '../../../../src/query/shape/row.ts';
import type { Stored } from '../../../../src/schema/stored.ts';

const { LONGLONG, NEWDECIMAL } = mysql.TypedParameter;
/** Type numbers of the protocol. */
const [FLOAT, DOUBLE, TIMESTAMP, BIGINT, DATE, TIME, DATETIME, VARCHAR, GEOMETRY] = [
  4, 5, 7, 8, 10, 11, 12, 253, 255,
] as const;

describe('a parameter', () => {
  it.each<[number | bigint, unknown]>([
    [1, LONGLONG(1)],
    [-1, LONGLONG(-1)],
    [Number.MAX_SAFE_INTEGER, LONGLONG(Number.MAX_SAFE_INTEGER)],
    [2n ** 63n - 1n, LONGLONG(2n ** 63n - 1n)],
    [-(2n ** 63n), LONGLONG(-(2n ** 63n))],
    [2n ** 63n, LONGLONG.unsigned(2n ** 63n)],
    [2n ** 64n - 1n, LONGLONG.unsigned(2n ** 64n - 1n)],
    [2n ** 64n, NEWDECIMAL('18446744073709551616')],
    [-(2n ** 63n) - 1n, NEWDECIMAL('-9223372036854775809')],
  ])('that is a whole number is sent as one: %s', (value, parameter) => {
    expect(toParameter(value)).toEqual(parameter);
  });

  it.each([[1.5], [1e300], [Number.MAX_SAFE_INTEGER + 1], ['text'], [''], [null], [true]])(
    'of another kind is sent as it is: %s',
    (value) => {
      expect(toParameter(value)).toBe(value);
    },
  );

  it('that is bytes is sent as a buffer', () => {
    const buffer = Buffer.from([1, 2]);
    expect(toParameter(buffer)).toBe(buffer);
    expect(toParameter(new Uint8Array([1, 2]))).toEqual(buffer);
    expect(Buffer.isBuffer(toParameter(new Uint8Array([1, 2])))).toBe(true);
  });
});

describe('a value of a row', () => {
  it.each<[number, Stored, Stored]>([
    [FLOAT, 0.10000000149011612, 0.1],
    [FLOAT, 16777216, 16777216],
    [FLOAT, 3.4028234663852886e38, 3.4028234663852886e38],
    [FLOAT, 3.4028232635611926e38, 3.4028233e38],
    [FLOAT, -1.2345677614212036, -1.2345678],
    [FLOAT, 0, 0],
    [DOUBLE, 0.10000000149011612, 0.10000000149011612],
    [DATE, '2020-02-29', '2020-02-29'],
    [DATE, '0000-00-00', null],
    [DATE, '2020-00-00', '2020-00-00'],
    [DATETIME, '2020-02-29 12:00:00', '2020-02-29 12:00:00'],
    [DATETIME, '2020-02-29 12:00:00.123456', '2020-02-29 12:00:00'],
    [DATETIME, '0000-00-00 00:00:00', null],
    [TIMESTAMP, '0000-00-00 00:00:00.000', null],
    [TIMESTAMP, '2038-01-19 03:14:07.9', '2038-01-19 03:14:07'],
    [TIME, '12:00:00', '12:00:00'],
    [TIME, '12:00:00.500', '12:00:00'],
    [TIME, '-838:59:59.000000', '-838:59:59'],
    [GEOMETRY, 'POINT(1 2)', null],
    [BIGINT, 7, 7],
    [VARCHAR, '0000-00-00', '0000-00-00'],
  ])('of the type %i is decoded: %s is %s', (columnType, value, wanted) => {
    expect(decodeRows([[value]], [{ columnType }])).toEqual([[wanted]]);
    expect(decodeRows([[null]], [{ columnType }])).toEqual([[null]]);
  });

  it('is read as bytes if it is a vector, which the driver reads as numbers', () => {
    const VECTOR = 242;
    const rows = [[[1, -2.5]], [[]], [null]] as unknown as Row[];
    const bytes = new Uint8Array([0, 0, 0x80, 0x3f, 0, 0, 0x20, 0xc0]);
    expect(decodeRows(rows, [{ columnType: VECTOR }])).toEqual([[bytes], [null], [null]]);
  });

  it('is decoded only in its column', () => {
    const rows = [
      ['a.5', '12:00:00.5', '0000-00-00'],
      ['b', null, '2020-02-29'],
    ];
    expect(decodeRows(rows, [{ columnType: VARCHAR }, { columnType: TIME }, { columnType: DATE }])).toEqual([
      ['a.5', '12:00:00', null],
      ['b', null, '2020-02-29'],
    ]);
    expect(decodeRows([['12:00:00.5']], [{}])).toEqual([['12:00:00.5']]);
  });
});
