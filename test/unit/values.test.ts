import { describe, expect, it } from 'vitest';
import { type Column, parseDeclaration, printDeclaration } from '../../src/schema/column.ts';
import { columnLength } from '../../src/schema/column-length.ts';
import { kinds } from '../../src/schema/kinds.ts';
import { parseDatetime } from '../../src/shared/datetime.ts';
import { isEmail } from '../../src/shared/email.ts';
import { slugify } from '../../src/shared/slug.ts';

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

describe('a declaration', () => {
  it.each([
    'INT',
    'INT unsigned',
    'VARCHAR(80)',
    'DECIMAL(10,2)',
    'DECIMAL(10,2) unsigned',
    "ENUM('a','b')",
    'DOUBLE PRECISION',
    'LONGTEXT',
  ])('%s reads back as it was', (text) => {
    expect(printDeclaration(parseDeclaration(text))).toBe(text);
  });

  it.each([
    ['INT', '10'],
    ['TINYINT', '3'],
    ['MEDIUMINT', '7'],
    ['MEDIUMINT unsigned', '8'],
    ['BIGINT', '19'],
    ['BIGINT unsigned', '20'],
    ['DECIMAL(10,2)', '10,2'],
    ['VARCHAR(80)', '80'],
    ['TEXT', null],
    ['DATETIME', null],
    ["ENUM('aa','bbb')", '3'],
  ])('%s shows the length %s', (text, length) => {
    expect(columnLength(column(text))).toBe(length);
  });
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

describe('a date-time', () => {
  it.each([
    ['2020-02-29 10:00:00', '2020-02-29 10:00:00'],
    ['2020-02-29T10:00:00+02:00', '2020-02-29 08:00:00'],
    ['2020-02-29T10:00:00Z', '2020-02-29 10:00:00'],
    ['2020-02-29T10:00:00-0500', '2020-02-29 15:00:00'],
    ['20200229T100000Z', '2020-02-29 10:00:00'],
    ['2021-02-29 10:00:00', undefined],
    ['2020-02-29 24:00:00', undefined],
    ['2020-02-29T10:00:00.5Z', undefined],
    ['2020-02-29', undefined],
    ['now', undefined],
  ])('%s is stored as %s', (text, stored) => {
    expect(parseDatetime(text)).toBe(stored);
  });
});

describe('a slug', () => {
  it.each([
    ['A Walk Through Lisbon', 'a-walk-through-lisbon'],
    ['Ünïcode & Sötuff: ÆØ!', 'uenicode-soetuff-aeoe'],
    ['  --x--  ', 'x'],
    ['日本', ''],
    ['', ''],
  ])('of "%s" is "%s"', (text, slug) => {
    expect(slugify(text)).toBe(slug);
  });
});

describe('an e-mail address', () => {
  it.each([
    ['a@example.com', true],
    ['a+b@sub.example.org', true],
    ['a@b', false],
    ['a b@example.com', false],
    ['a@example.com\r\nBcc: x@example.com', false],
    ['a@example.com,b@example.com', false],
    ['<a@example.com>', false],
  ])('%j is one: %s', (text, wanted) => {
    expect(isEmail(text)).toBe(wanted);
  });
});
