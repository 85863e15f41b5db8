import { expect, it } from 'vitest';
import { expressionDefault } from '../../../src/dialects/expression-default.ts';

it.each(['0', '-1', '+1.5', '.5', '1e3', '(-1)', '((0))'])('%s is a constant', (sql) => {
  expect(expressionDefault(sql, { datatype: 'VARCHAR' })).toEqual({ default: sql });
});

it.each([
  ['true', '1'],
  ['FALSE', '0'],
])('%s is %s', (sql, value) => {
  expect(expressionDefault(sql, { datatype: 'BOOL' })).toEqual({ default: value });
});

it.each(['uuid()', 'now()', 'CURRENT_DATE', '1 + 1', "'a' || 'b'", "b'1'", "x'00'", '(now() at time zone 0)', '-', ''])(
  '%s is computed',
  (sql) => {
    expect(expressionDefault(sql, { datatype: 'VARCHAR' })).toEqual({ default: sql, computedDefault: true });
  },
);

it('the current time is computed unless the column holds moments', () => {
  const [sql, computed] = ['CURRENT_TIMESTAMP', { computedDefault: true }];
  expect(expressionDefault(sql, { datatype: 'DATETIME' })).toEqual({ default: sql });
  expect(expressionDefault(sql, { datatype: 'TEXT' })).toEqual({ default: sql, ...computed });
});
