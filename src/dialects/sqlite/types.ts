import { type Column, parseDeclaration, printDeclaration } from '../../schema/column.ts';
import { columnKind, datatypeOf, type Kind, TIMED } from '../../schema/datatypes.ts';

/**
 * SQLite derives a column's affinity from words in its declared type. So the declared type is the wire contract's,
 * followed by another word where the affinity would be wrong: `VARCHAR(80)`, `DATETIME TEXT`.
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

type Declared = Pick<Column, 'datatype' | 'arguments' | 'signed' | 'fraction'>;

/** The declared type of a column. Only numbers may be in parentheses; a list of members becomes a quoted word. */
export function declaredType(column: Declared): string {
  const { kind } = datatypeOf(column.datatype);
  const size = column.fraction ?? column.arguments;
  const declaration = printDeclaration(column);
  if (kind === 'choice') return `${AFFINITY.choice} ${quoted(declaration)}`;
  const affinity = AFFINITY[kind];
  if (affinityOf(declaration) === affinityOf(affinity)) return declaration;
  return `${printDeclaration({ ...column, arguments: null })} ${affinity}${size === null ? '' : `(${size})`}`;
}

/** The letters INT anywhere in a declared type would give integer affinity, so they are split within members. */
function quoted(declaration: string): string {
  const apart = declaration.replace(/~|i(?=nt)/gi, (found) => (found === '~' ? '~~' : `${found}~`));
  return `"${apart.replaceAll('"', '""')}"`;
}

function unquoted(word: string): string {
  return word.replaceAll('""', '"').replace(/~~|~/g, (found) => found.slice(1));
}

/** SQLite's affinity rules. */
function affinityOf(type: string): 'INTEGER' | 'TEXT' | 'BLOB' | 'REAL' | 'NUMERIC' {
  const upper = type.toUpperCase();
  if (upper.includes('INT')) return 'INTEGER';
  if (/CHAR|CLOB|TEXT/.test(upper)) return 'TEXT';
  if (upper === '' || upper.includes('BLOB')) return 'BLOB';
  return /REAL|FLOA|DOUB/.test(upper) ? 'REAL' : 'NUMERIC';
}

const QUOTED = /^TEXT "((?:[^"]|"")*)"$/;
const SIZE_AFTER_AFFINITY = /^(\w+) [A-Z]+(\(.*\))$/;

/** Parses a declared type; hand-made tables may contain anything. */
export function readDeclaredType(type: string): Declared {
  if (type.trim() === '') return { datatype: 'BLOB', arguments: null, signed: true };
  const word = QUOTED.exec(type)?.[1];
  if (word !== undefined) return parseDeclaration(unquoted(word));
  return readFraction(parseDeclaration(type.replace(SIZE_AFTER_AFFINITY, '$1$2')));
}

/** The size of a moment is the number of digits of its fraction. */
function readFraction(declared: Declared): Declared {
  return TIMED.has(columnKind(declared)) && Number(declared.arguments) > 0
    ? { ...declared, arguments: null, fraction: Number(declared.arguments) }
    : declared;
}
