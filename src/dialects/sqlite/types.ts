import { type Column, parseDeclaration, printDeclaration } from '../../schema/column.ts';
import { datatypeOf, type Kind } from '../../schema/datatypes.ts';

/**
 * SQLite reads a column's affinity out of the words of its declared type, so the declared type can be the one of the
 * wire contract, with a word behind it where the affinity would be wrong: `VARCHAR(80)`, `DATETIME TEXT`.
 */
const AFFINITY: Readonly<Record<Kind, string>> = {
  integer: 'INT',
  bigint: 'INT',
  decimal: 'NUMERIC',
  float: 'REAL',
  text: 'TEXT',
  choice: 'TEXT',
  date: 'TEXT',
  time: 'TEXT',
  datetime: 'TEXT',
  binary: 'BLOB',
  json: 'TEXT',
};

type Declared = Pick<Column, 'datatype' | 'arguments' | 'signed'>;

/** The declared type of a column. */
export function declaredType(column: Declared): string {
  const declaration = printDeclaration(column);
  const affinity = AFFINITY[datatypeOf(column.datatype).kind];
  return affinityOf(declaration) === affinityOf(affinity) ? declaration : `${declaration} ${affinity}`;
}

/** SQLite's own rules of affinity. */
function affinityOf(type: string): 'INTEGER' | 'TEXT' | 'BLOB' | 'REAL' | 'NUMERIC' {
  const upper = type.toUpperCase();
  if (upper.includes('INT')) return 'INTEGER';
  if (/CHAR|CLOB|TEXT/.test(upper)) return 'TEXT';
  if (upper === '' || upper.includes('BLOB')) return 'BLOB';
  return /REAL|FLOA|DOUB/.test(upper) ? 'REAL' : 'NUMERIC';
}

/** What a declared type says; a table made by hand may say anything. */
export function readDeclaredType(type: string): Declared {
  return type.trim() === '' ? { datatype: 'BLOB', arguments: null, signed: true } : parseDeclaration(type);
}
