import { expect, it } from 'vitest';
import { canonical, portableValue } from '../../../../src/persistence/portable/canonical.ts';
import type { Column } from '../../../../src/schema/column.ts';

const decimal = (size: string | null): Column => ({
  ...{ name: 'price', datatype: 'DECIMAL', arguments: size, signed: true, nullable: true, default: null },
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
  expect(canonical(value, decimal(size))).toBe(text);
  expect(portableValue(value, decimal(size))).toBe(text);
});
