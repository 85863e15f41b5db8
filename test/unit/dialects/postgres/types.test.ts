import { describe, expect, it } from 'vitest';
import { commentOf, engineType, readDeclared } from '../../../../src/dialects/postgres/types.ts';
import { parseDeclaration, printDeclaration } from '../../../../src/schema/column.ts';
import { columnOf } from '../../../golden/table-line.ts';

const typeOf = (declaration: string, autoIncrement = false): string =>
  engineType({ ...parseDeclaration(declaration), autoIncrement });

describe('the type of a column', () => {
  it.each([
    ['TINYINT', 'smallint', 'smallint'],
    ['TINYINT unsigned', 'smallint', 'smallint'],
    ['SMALLINT', 'smallint', 'smallint'],
    ['SMALLINT unsigned', 'integer', 'integer'],
    ['MEDIUMINT unsigned', 'integer', 'integer'],
    ['INT', 'integer', 'integer'],
    ['INT unsigned', 'bigint', 'bigint'],
    ['BIGINT', 'bigint', 'bigint'],
    ['BIGINT unsigned', 'numeric(20,0)', 'bigint'],
  ])('%s is %s, and %s where it counts', (declaration, type, counting) => {
    expect([typeOf(declaration), typeOf(declaration, true)]).toEqual([type, counting]);
  });

  it.each([
    ['DECIMAL(10,2)', 'numeric(10,2)'],
    ['DECIMAL(5)', 'numeric(5,0)'],
    ['DECIMAL', 'numeric'],
    ['FLOAT(7,3)', 'double precision'],
    ['VARCHAR(80)', 'character varying(80)'],
    ['CHAR(2)', 'character varying(2)'],
    ['TINYTEXT', 'text'],
    ['UUID', 'text'],
    ['JSON', 'text'],
    ["ENUM('a')", 'text'],
    ["SET('a')", 'text'],
    ['DATETIME', 'timestamp(0) without time zone'],
    ['TIMESTAMP', 'timestamp(0) without time zone'],
    ['TIME', 'time(0) without time zone'],
    ['VARBINARY(16)', 'bytea'],
    ['INET', 'text'],
  ])('%s is %s', (declaration, type) => {
    expect(typeOf(declaration)).toBe(type);
  });
});

describe('a comment', () => {
  it.each([
    ['x INT unsigned', 'octavo: INT unsigned'],
    ['x VARCHAR(80) comment="of a book"', 'octavo: VARCHAR(80)\nof a book'],
    ['x DECIMAL(10,2) comment="two\\nlines"', 'octavo: DECIMAL(10,2)\ntwo\nlines'],
    ["x ENUM('a','it''s','(b)')", "octavo: ENUM('a','it''s','(b)')"],
    ['x BIGINT unsigned auto', 'octavo: BIGINT unsigned'],
    ['x UUID comment="octavo: not this"', 'octavo: UUID\noctavo: not this'],
  ])('of %s says what it is, and reads back', (text, wanted) => {
    const column = columnOf(text);
    const { datatype, arguments: size, signed, comment } = column;
    expect(commentOf(column)).toBe(wanted);
    const found = readDeclared(engineType(column), null, wanted, column.autoIncrement);
    expect(found).toEqual({ datatype, arguments: size, signed, comment });
  });

  it.each([
    ['integer', 'octavo: VARCHAR(80)', 'INT', 'the type was changed by hand'],
    ['character varying(40)', 'octavo: VARCHAR(80)', 'VARCHAR(40)', 'the length was changed by hand'],
    ['bigint', 'octavo: BIGINT unsigned', 'BIGINT', 'it counts no more'],
    ['integer', 'INT unsigned', 'INT', 'it is not ours'],
    ['text', 'octavo: JSON', 'JSON', 'it fits'],
    ['smallint', 'octavo: TINYINT unsigned', 'TINYINT unsigned', 'it fits'],
  ])('on a column of the type %s, "%s": is %s, since %s', (type, comment, declaration) => {
    expect(printDeclaration(readDeclared(type, null, comment, false))).toBe(declaration);
  });

  it('of other programs is kept', () => {
    expect(readDeclared('integer', null, 'of a book', false).comment).toBe('of a book');
    expect(readDeclared('integer', null, 'octavo: VARCHAR(80)\nof a book', false).comment).toBe('of a book');
  });
});

describe('a column that Octavo did not make', () => {
  it.each([
    ['boolean', 'BOOL'],
    ['smallint', 'SMALLINT'],
    ['integer', 'INT'],
    ['bigint', 'BIGINT'],
    ['real', 'FLOAT'],
    ['double precision', 'DOUBLE'],
    ['numeric', 'DECIMAL(65,30)'],
    ['numeric(12,4)', 'DECIMAL(12,4)'],
    ['character varying', 'TEXT'],
    ['character varying(80)', 'VARCHAR(80)'],
    ['character(2)', 'CHAR(2)'],
    ['text', 'TEXT'],
    ['uuid', 'UUID'],
    ['bytea', 'LONGBLOB'],
    ['json', 'JSON'],
    ['jsonb', 'JSON'],
    ['date', 'DATE'],
    ['time without time zone', 'TIME'],
    ['time(3) with time zone', 'TIME'],
    ['timestamp with time zone', 'DATETIME'],
    ['timestamp(6) without time zone', 'DATETIME'],
    ['inet', 'INET'],
    ['integer[]', 'INTEGER[]'],
    ['public.citext', 'PUBLIC.CITEXT'],
  ])('of the type %s is %s', (type, declaration) => {
    expect(printDeclaration(readDeclared(type, null, '', false))).toBe(declaration);
  });

  it('of an enumerated type has its labels', () => {
    expect(printDeclaration(readDeclared('mood', "'sad','it''s'", '', false))).toBe("ENUM('sad','it''s')");
  });
});
