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

/** The declared type of a column. Parentheses may hold numbers alone: a list of members is a quoted word. */
export function declaredType(column: Declared): string {
  const { kind } = datatypeOf(column.datatype);
  const declaration = printDeclaration(column);
  if (kind === 'choice') return `${AFFINITY.choice} ${quoted(declaration)}`;
  const affinity = AFFINITY[kind];
  if (affinityOf(declaration) === affinityOf(affinity)) return declaration;
  const size = column.arguments === null ? '' : `(${column.arguments})`;
  return `${printDeclaration({ ...column, arguments: null })} ${affinity}${size}`;
}

/** The letters INT in a declared type would make integers of the members: they are kept apart, wherever they stand. */
function quoted(declaration: string): string {
  const apart = declaration.replace(/~|i(?=nt)/gi, (found) => (found === '~' ? '~~' : `${found}~`));
  return `"${apart.replaceAll('"', '""')}"`;
}

function unquoted(word: string): string {
  return word.replaceAll('""', '"').replace(/~~|~/g, (found) => found.slice(1));
}

/** SQLite's own rules of affinity. */
function affinityOf(type: string): 'INTEGER' | 'TEXT' | 'BLOB' | 'REAL' | 'NUMERIC' {
  const upper = type.toUpperCase();
  if (upper.includes('INT')) return 'INTEGER';
  if (/CHAR|CLOB|TEXT/.test(upper)) return 'TEXT';
  if (upper === '' || upper.includes('BLOB')) return 'BLOB';
  return /REAL|FLOA|DOUB/.test(upper) ? 'REAL' : 'NUMERIC';
}

const QUOTED = /^TEXT "((?:[^"]|"")*)"$/;
const SIZE_AFTER_AFFINITY = /^(\w+) [A-Z]+(\(.*\))$/;

/** What a declared type says; a table made by hand may say anything. */
export function readDeclaredType(type: string): Declared {
  if (type.trim() === '') return { datatype: 'BLOB', arguments: null, signed: true };
  const word = QUOTED.exec(type)?.[1];
  if (word !== undefined) return parseDeclaration(unquoted(word));
  return parseDeclaration(type.replace(SIZE_AFTER_AFFINITY, '$1$2'));
}
