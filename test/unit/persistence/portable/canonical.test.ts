import { expect, it } from 'vitest';
import { canonical, portableValue } from '../../../../src/persistence/portable/canonical.ts';
import type { Column } from '../../../../src/schema/column.ts';

const columnOf = (datatype: string, size: string | null): Column => ({
  ...{ name: 'price', datatype, arguments: size, signed: true, nullable: true, default: null },
  ...{ primaryKey: false, autoIncrement: false, unique: false, comment: '' },
});

it.each([
  ['of a column without a size keeps its digits', 1.25, null, '1.25'],
  ['that is very small is written out', 1.5e-7, null, '0.00000015'],
  ['that is very large is written out', 1.5e30, null, `15${'0'.repeat(29)}`],
  ['loses what the computation of a floating-point number has added', 0.1 + 0.2, '10,2', '0.3'],
  ['gets no digits that it did not have', 0.1, '65,30', '0.1'],
  ['in digits stays as it is', '12345678901234567890.12', '22,2', '12345678901234567890.12'],
  ['has no zeros at its end', '1.50', '10,2', '1.5'],
  ['has no sign if it is zero', -0, '10,2', '0'],
])('a decimal %s', (_, value, size, text) => {
  expect(canonical(value, columnOf('DECIMAL', size))).toBe(text);
  expect(portableValue(value, columnOf('DECIMAL', size))).toBe(text);
});

it.each([
  ['18446744073709551615', 18446744073709551615n],
  ['-9007199254740993', -9007199254740993n],
  [7, 7],
  ['none', 'none'],
])('the whole number %j is copied as one', (value, copied) => {
  expect(portableValue(value, columnOf('BIGINT', null))).toBe(copied);
});

it.each([
  ['keeps its fraction', 'DATETIME', '2020-01-01 10:00:00.123456', '2020-01-01 10:00:00.123456'],
  ['has no zeros at its end', 'DATETIME', '2020-01-01 10:00:00.120000', '2020-01-01 10:00:00.12'],
  ['has no fraction of nothing', 'DATETIME', '2020-01-01 10:00:00.000', '2020-01-01 10:00:00'],
  ['loses the zone of the session', 'DATETIME', '2020-01-01 10:00:00.5+00', '2020-01-01 10:00:00.5'],
  ['before our era keeps its era', 'DATETIME', '0044-03-15 12:00:00+00 BC', '0044-03-15 12:00:00 BC'],
  ['that does not exist is null', 'DATETIME', '0000-00-00 00:00:00.000', null],
  ['may be a time that is negative', 'TIME', '-10:00:00.50', '-10:00:00.5'],
])('a moment with fractions %s', (_, datatype, value, text) => {
  const column = { ...columnOf(datatype, null), fraction: 6 };
  expect(canonical(value, column)).toBe(text);
  expect(portableValue(value, column)).toBe(text);
});

it('a moment of a column without fractions stays as it is stored', () => {
  const stored = '2020-01-01T10:00:00+02:00';
  expect(canonical(stored, columnOf('DATETIME', null))).toBe(stored);
});
