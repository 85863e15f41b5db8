import { describe, expect, it } from 'vitest';
import { declaredType, readType } from '../../../../src/dialects/mysql/types.ts';
import { parseDeclaration, printDeclaration } from '../../../../src/schema/column.ts';

const read = (columnType: string, length: string | null = null): string =>
  printDeclaration(readType(columnType.replace(/[( ].*$/s, ''), columnType, length));

describe('a column type of the engine', () => {
  it.each([
    ['int(11)', null, 'INT'],
    ['int', null, 'INT'],
    ['int(10) unsigned', null, 'INT unsigned'],
    ['int unsigned', null, 'INT unsigned'],
    ['int(10) unsigned zerofill', null, 'INT unsigned'],
    ['tinyint(1)', null, 'TINYINT'],
    ['tinyint(3) unsigned', null, 'TINYINT unsigned'],
    ['smallint(6)', null, 'SMALLINT'],
    ['mediumint(8) unsigned', null, 'MEDIUMINT unsigned'],
    ['bigint(20) unsigned', null, 'BIGINT unsigned'],
    ['year(4)', null, 'YEAR'],
    ['bit(1)', null, 'BIT'],
    ['decimal(10,2)', null, 'DECIMAL(10,2)'],
    ['decimal(10,2) unsigned', null, 'DECIMAL(10,2) unsigned'],
    ['float', null, 'FLOAT'],
    ['float(7,3)', null, 'FLOAT(7,3)'],
    ['double', null, 'DOUBLE'],
    ['double(7,3) unsigned', null, 'DOUBLE(7,3) unsigned'],
    ['char(36)', '36', 'CHAR(36)'],
    ['varchar(255)', '255', 'VARCHAR(255)'],
    ['binary(16)', '16', 'BINARY(16)'],
    ['varbinary(255)', '255', 'VARBINARY(255)'],
    ['text', '65535', 'TEXT'],
    ['longtext', '4294967295', 'LONGTEXT'],
    ['blob', '65535', 'BLOB'],
    ['json', null, 'JSON'],
    ["enum('a','b')", '1', "ENUM('a','b')"],
    ["enum('it''s')", '4', "ENUM('it''s')"],
    ["enum('a(b)','c)')", '4', "ENUM('a(b)','c)')"],
    ["enum('unsigned','x')", '8', "ENUM('unsigned','x')"],
    ["enum('back\\\\slash')", '10', "ENUM('back\\slash')"],
    ["set('a','b')", '3', "SET('a','b')"],
    ['date', null, 'DATE'],
    ['time(3)', null, 'TIME'],
    ['datetime(6)', null, 'DATETIME'],
    ['timestamp', null, 'TIMESTAMP'],
    ['point', null, 'POINT'],
    ['vector(3)', null, 'VARBINARY(12)'],
    ['uuid', null, 'UUID'],
    ['inet6', null, 'INET6'],
  ])('%s with the length %s is %s', (columnType, length, declaration) => {
    expect(read(columnType, length)).toBe(declaration);
  });
});

describe('a declaration', () => {
  it.each([
    ['INT', 'INT'],
    ['INT(11)', 'INT'],
    ['INT unsigned', 'INT UNSIGNED'],
    ['INTEGER', 'INT'],
    ['LONG unsigned', 'INT UNSIGNED'],
    ['SERIAL', 'BIGINT'],
    ['BOOL', 'TINYINT'],
    ['BOOLEAN', 'TINYINT'],
    ['YEAR unsigned', 'YEAR'],
    ['DEC(8,3)', 'DECIMAL(8,3)'],
    ['FIXED(8,3)', 'DECIMAL(8,3)'],
    ['NUMERIC(8,3)', 'DECIMAL(8,3)'],
    ['DECIMAL(8,3) unsigned', 'DECIMAL(8,3)'],
    ['DOUBLE PRECISION', 'DOUBLE'],
    ['REAL', 'DOUBLE'],
    ['UUID', 'CHAR(36)'],
    ['JSON', 'LONGTEXT'],
    ['VARCHAR(80)', 'VARCHAR(80)'],
    ["ENUM('back\\slash')", "ENUM('back\\\\slash')"],
  ])('%s is written %s', (declaration, written) => {
    expect(declaredType(parseDeclaration(declaration))).toBe(written);
  });

  it.each([
    'TINYINT',
    'SMALLINT unsigned',
    'MEDIUMINT',
    'BIGINT unsigned',
    'DECIMAL(65,30)',
    'FLOAT(7,3)',
    "ENUM('a','it''s','back\\slash','c)','')",
    "SET('a','b')",
    'LONGTEXT',
    'TINYBLOB',
    'TIMESTAMP',
  ])('%s reads back as it was written', (declaration) => {
    expect(read(declaredType(parseDeclaration(declaration)).toLowerCase())).toBe(declaration);
  });
});
