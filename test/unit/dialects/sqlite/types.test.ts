import { describe, expect, it } from 'vitest';
import { declaredType, readDeclaredType } from '../../../../src/dialects/sqlite/types.ts';
import { parseDeclaration, printDeclaration } from '../../../../src/schema/column.ts';
import { datatypes } from '../../../../src/schema/datatypes.ts';

const read = (type: string): string => printDeclaration(readDeclaredType(type));

/** The rules by which SQLite decides how a column converts its values, in order. */
function affinity(type: string): string {
  const rules: readonly (readonly [RegExp, string])[] = [
    [/INT/i, 'whole numbers'],
    [/CHAR|CLOB|TEXT/i, 'texts'],
    [/BLOB|^$/i, 'as it is'],
    [/REAL|FLOA|DOUB/i, 'floats'],
  ];
  return rules.find(([pattern]) => pattern.test(type))?.[1] ?? 'numbers';
}

const AFFINITY: Readonly<Record<string, string>> = {
  integer: 'whole numbers',
  bigint: 'whole numbers',
  decimal: 'numbers',
  float: 'floats',
  binary: 'as it is',
};

describe('a declared type', () => {
  it.each(Object.entries(datatypes))('of %s keeps its values, and reads back', (name, { kind, length }) => {
    const size = { choice: "('int','char')", decimal: '(10,2)', float: '' }[kind as string] ?? '(16)';
    const declaration = `${name}${length === 'refused' || kind === 'integer' || kind === 'bigint' ? '' : size}`;
    const type = declaredType(parseDeclaration(declaration));
    expect(affinity(type)).toBe(AFFINITY[kind] ?? 'texts');
    expect(read(type)).toBe(declaration);
  });

  it.each([
    ["ENUM('a','b')", `TEXT "ENUM('a','b')"`],
    ["ENUM('pint','INTO')", `TEXT "ENUM('pi~nt','I~NTO')"`],
    ["ENUM('~','a~~b')", `TEXT "ENUM('~~','a~~~~b')"`],
    ["ENUM('i~nt')", `TEXT "ENUM('i~~nt')"`],
    [`ENUM('say "no"')`, `TEXT "ENUM('say ""no""')"`],
    ["SET('it''s',')')", `TEXT "SET('it''s',')')"`],
    ["ENUM('')", `TEXT "ENUM('')"`],
  ])('of %s is %s, and reads back', (declaration, type) => {
    expect(declaredType(parseDeclaration(declaration))).toBe(type);
    expect(read(type)).toBe(declaration);
  });
});

describe('a type declared by other programs', () => {
  it.each([
    ['', 'BLOB'],
    ['  ', 'BLOB'],
    ['integer', 'INTEGER'],
    ['Int Unsigned', 'INT unsigned'],
    ['INTEGER(11)', 'INTEGER(11)'],
    ['varchar(80)', 'VARCHAR(80)'],
    ['VARCHAR (80)', 'VARCHAR(80)'],
    ['double precision', 'DOUBLE PRECISION'],
    ['decimal(10, 2)', 'DECIMAL(10, 2)'],
    ['unsigned big int', 'UNSIGNED'],
    ['native character(70)', 'NATIVE'],
    ['ANY', 'ANY'],
    ['geometry', 'GEOMETRY'],
  ])('%j is %s', (type, declaration) => {
    expect(read(type)).toBe(declaration);
  });
});
