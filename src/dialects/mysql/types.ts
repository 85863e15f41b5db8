import type { Column } from '../../schema/column.ts';
import { datatypeOf, WIDEST_DECIMAL } from '../../schema/datatypes.ts';

type Declared = Pick<Column, 'datatype' | 'arguments' | 'signed'>;

/** Wire contract type names that mean something else in MySQL, or nothing. */
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
/** The types for hand-made columns of other engines that hold texts or bytes of any length. */
const UNSIZED: Readonly<Record<string, string>> = { VARCHAR: 'LONGTEXT', VARBINARY: 'LONGBLOB' };
const SIZED: ReadonlySet<string> = new Set(['char', 'varchar', 'binary', 'varbinary']);
/** Vectors are stored as bytes; this is the size of one of their numbers. */
const BYTES_OF_DIMENSION = 4;
const LISTED: ReadonlySet<string> = new Set(['decimal', 'float', 'double', 'enum', 'set']);

/** The SQL type of a column. */
export function declaredType({ datatype, arguments: given, signed }: Declared): string {
  const { kind } = datatypeOf(datatype);
  const size = kind === 'decimal' ? (given ?? WIDEST_DECIMAL) : given;
  const isInteger = (kind === 'integer' || kind === 'bigint') && datatype !== 'YEAR';
  const written = size === null || isInteger ? '' : `(${size.replaceAll('\\', '\\\\')})`;
  const name = (size === null ? UNSIZED[datatype] : undefined) ?? NEAREST[datatype] ?? datatype;
  return `${name}${written}${signed || !isInteger ? '' : ' UNSIGNED'}`;
}

/** Translates a column type of the engine into the terms of the wire contract; display widths are dropped, and vectors are bytes. */
export function readType(dataType: string, columnType: string, length: string | null): Declared {
  const dimensions = /^vector\((\d+)\)$/i.exec(columnType)?.[1];
  if (dimensions)
    return { datatype: 'VARBINARY', arguments: String(Number(dimensions) * BYTES_OF_DIMENSION), signed: true };
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
