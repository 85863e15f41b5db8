import { describe, expect, it } from 'vitest';
import { type Column, parseDeclaration, printDeclaration } from '../../../src/schema/column.ts';
import { columnLength } from '../../../src/schema/column-length.ts';

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
