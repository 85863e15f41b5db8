import type { Column } from '../../schema/column.ts';
import { datatypeOf } from '../../schema/datatypes.ts';

type Declared = Pick<Column, 'datatype' | 'arguments' | 'signed'>;

/** Names of the wire contract that mean something else here, or nothing. */
const NEAREST: Readonly<Record<string, string>> = {
  INTEGER: 'INT',
  LONG: 'INT',
  SERIAL: 'BIGINT',
  BOOL: 'TINYINT',
  BOOLEAN: 'TINYINT',
  DEC: 'DECIMAL',
  FIXED: 'DECIMAL',
  NUMERIC: 'DECIMAL',
  'DOUBLE PRECISION': 'DOUBLE',
  REAL: 'DOUBLE',
  UUID: 'CHAR(36)',
  JSON: 'LONGTEXT',
};
const SIZED: ReadonlySet<string> = new Set(['char', 'varchar', 'binary', 'varbinary']);
const LISTED: ReadonlySet<string> = new Set(['decimal', 'float', 'double', 'enum', 'set']);

/** The type of a column as the engine is told it. */
export function declaredType({ datatype, arguments: size, signed }: Declared): string {
  const { kind } = datatypeOf(datatype);
  const isInteger = (kind === 'integer' || kind === 'bigint') && datatype !== 'YEAR';
  const written = size === null || isInteger ? '' : `(${size.replaceAll('\\', '\\\\')})`;
  return `${NEAREST[datatype] ?? datatype}${written}${signed || !isInteger ? '' : ' UNSIGNED'}`;
}

/** What the engine says of a column's type, in the terms of the wire contract; display widths are left out. */
export function readType(dataType: string, columnType: string, length: string | null): Declared {
  return {
    datatype: dataType.toUpperCase(),
    arguments: argumentsOf(dataType.toLowerCase(), columnType, length),
    signed: !/\bunsigned\b/i.test(columnType.replace(/'(?:[^']|'')*'/g, '')),
  };
}

function argumentsOf(dataType: string, columnType: string, length: string | null): string | null {
  if (SIZED.has(dataType)) return length;
  if (!LISTED.has(dataType)) return null;
  const [begin, end] = [columnType.indexOf('('), columnType.lastIndexOf(')')];
  return begin < 0 || end < begin ? null : columnType.slice(begin + 1, end).replaceAll('\\\\', '\\');
}
