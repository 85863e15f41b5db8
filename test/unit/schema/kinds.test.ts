import { describe, expect, it } from 'vitest';
import { type Column, parseDeclaration } from '../../../src/schema/column.ts';
import { kinds } from '../../../src/schema/kinds.ts';

const column = (declaration: string): Column => ({
  name: 'x',
  ...parseDeclaration(declaration),
  nullable: true,
  default: null,
  primaryKey: false,
  autoIncrement: false,
  unique: false,
  comment: '',
});

describe('an integer', () => {
  const accepts = (declaration: string, value: unknown): boolean =>
    kinds.integer.validate(value, column(declaration)) === undefined;
  it.each([
    ['TINYINT', 127, true],
    ['TINYINT', 128, false],
    ['TINYINT', -128, true],
    ['TINYINT unsigned', -1, false],
    ['TINYINT unsigned', 255, true],
    ['INT', '42', true],
    ['INT', 1.5, false],
    ['INT', 'abc', false],
    ['INT', '', false],
    ['INT', Number.POSITIVE_INFINITY, false],
    ['BIGINT', '9223372036854775807', true],
    ['BIGINT', '9223372036854775808', false],
  ])('of %s: %s is a value: %s', (declaration, value, wanted) => {
    expect(accepts(declaration, value)).toBe(wanted);
  });

  it('of 64 bits is stored without loss', () => {
    expect(kinds.bigint.store('9007199254740993')).toBe(9007199254740993n);
    expect(kinds.bigint.store('12')).toBe(12);
  });
});

describe('a text', () => {
  it.each([
    ['a number', 1e300, true],
    ['a number that is too large for JSON', Number('1e400'), false],
    ['half a character', '\ud800', false],
  ])('of %s is a value: %s', (_, value, wanted) => {
    expect(kinds.text.validate(value, column('TEXT')) === undefined).toBe(wanted);
  });
});
