import { type Column, parseDeclaration, printDeclaration } from '../../schema/column.ts';
import { type Datatype, datatypeOf, type Kind, TEXTUAL, WIDEST_DECIMAL } from '../../schema/datatypes.ts';

type Declared = Pick<Column, 'datatype' | 'arguments' | 'signed'>;

const TYPES: Readonly<Record<Exclude<Kind, 'integer' | 'bigint' | 'decimal' | 'text'>, string>> = {
  float: 'double precision',
  choice: 'text',
  date: 'date',
  time: 'time(0) without time zone',
  datetime: 'timestamp(0) without time zone',
  binary: 'bytea',
  json: 'text',
};

/** The engine's type of a column, spelled as by `format_type`. JSON is text, so that values are returned as stored. */
export function engineType(column: Declared & { readonly autoIncrement: boolean }): string {
  const declared = datatypeOf(column.datatype);
  const entry = datatypeOf(declared.synonymOf ?? column.datatype);
  switch (entry.kind) {
    case 'integer':
    case 'bigint':
      return integerType(entry, column);
    case 'decimal':
      return decimalType(column);
    case 'text':
      return textType(column);
    default:
      return TYPES[entry.kind];
  }
}

/** Unsigned integers use the next wider type; sequences are limited to 63 bits. */
function integerType({ bytes = 8 }: Datatype, { signed, autoIncrement }: { signed: boolean; autoIncrement: boolean }) {
  const bits = bytes * 8 + (signed ? 0 : 1);
  if (bits <= 16) return 'smallint';
  if (bits <= 32) return 'integer';
  return bits <= 64 || autoIncrement ? 'bigint' : 'numeric(20,0)';
}

function decimalType({ arguments: size }: Declared): string {
  if (size === null) return 'numeric';
  const [precision = '10', scale = '0'] = size.split(',').filter((part) => part !== '');
  return `numeric(${precision},${scale})`;
}

/** CHAR becomes VARCHAR, which is read back without padding. */
function textType({ datatype, arguments: size }: Declared): string {
  return (datatype === 'VARCHAR' || datatype === 'CHAR') && size !== null ? `character varying(${size})` : 'text';
}

/** Whether values of a type are texts, which compare by code point. */
export function isTextType(type: string): boolean {
  return /^(text|character)/.test(type);
}

const MARK = 'octavo: ';

/** The comment that records a column's declared type, before the user's own comment. */
export function commentOf(column: Column): string {
  return `${MARK}${printDeclaration(column)}${column.comment === '' ? '' : `\n${column.comment}`}`;
}

/** Reads a column from its comment and type. The recorded declaration applies as long as the type still matches it. */
export function readDeclared(
  type: string,
  labels: string | null,
  comment: string,
  autoIncrement: boolean,
): Declared & { readonly comment: string } {
  const [first = '', ...rest] = comment.split('\n');
  const marked = first.startsWith(MARK);
  const written = marked ? rest.join('\n') : comment;
  const declared = marked ? parseDeclaration(first.slice(MARK.length)) : null;
  const fits = declared !== null && engineType({ ...declared, autoIncrement }) === type;
  return { ...(fits ? declared : nearest(type, labels)), comment: written };
}

/** The digits of a fraction of a second in a column of this type: six, unless it says otherwise. */
export function fractionOf(type: string): Pick<Column, 'fraction'> {
  const [moment, given = '6'] = /^time(?:stamp)?(?:\((\d)\))? with/.exec(type) ?? [];
  return moment !== undefined && given !== '0' ? { fraction: Number(given) } : {};
}

/** The type of a new column whose moments have a fraction of a second. */
export const withFraction = (type: string, fraction: number): string =>
  type.replace(/^(time(?:stamp)?)\(0\)/, `$1(${fraction})`);

/** The engine's categories of types. */
const CATEGORY = { text: 'S', truth: 'B', composite: 'C' };
/** Types whose values the engine does not order. */
const UNORDERED = /^(json|xml|jsonpath|xid|cid|point|lseg|path|polygon|line|box|circle)(\[\])?$/;

/** How values of a hand-made column compare: as those of another type, or in the order of their own type. */
export function comparisonOf(
  datatype: string,
  type: string,
  category: string,
): Pick<Column, 'collation' | 'comparedAs' | 'strict'> {
  if (category === CATEGORY.truth) return { comparedAs: 'integer' };
  // Answers leave out its zone.
  if (/^time\b.* with time zone$/.test(type)) return { comparedAs: 'time' };
  if (category === CATEGORY.composite || UNORDERED.test(type)) return { comparedAs: 'text' };
  if (category === CATEGORY.text || !TEXTUAL.has(datatypeOf(datatype).kind)) return {};
  return type === 'jsonb' ? { strict: true } : { collation: type, strict: true };
}

const NEAREST: Readonly<Record<string, string>> = {
  boolean: 'BOOL',
  smallint: 'SMALLINT',
  integer: 'INT',
  bigint: 'BIGINT',
  real: 'FLOAT',
  'double precision': 'DOUBLE',
  'character varying': 'TEXT',
  text: 'TEXT',
  uuid: 'UUID',
  bytea: 'LONGBLOB',
  json: 'JSON',
  jsonb: 'JSON',
  date: 'DATE',
};
const SIZED: readonly (readonly [pattern: RegExp, datatype: string])[] = [
  [/^character varying\((\d+)\)$/, 'VARCHAR'],
  [/^character\((\d+)\)$/, 'CHAR'],
  [/^numeric\((\d+,\d+)\)$/, 'DECIMAL'],
];

/** The closest datatype for the type of a hand-made column. */
function nearest(type: string, labels: string | null): Declared {
  if (labels !== null) return { datatype: 'ENUM', arguments: labels, signed: true };
  for (const [pattern, datatype] of SIZED) {
    const size = pattern.exec(type)?.[1];
    if (size !== undefined) return { datatype, arguments: size, signed: true };
  }
  if (type === 'numeric') return { datatype: 'DECIMAL', arguments: WIDEST_DECIMAL, signed: true };
  return { datatype: NEAREST[type] ?? momentOrOpaque(type), arguments: null, signed: true };
}

function momentOrOpaque(type: string): string {
  if (type.startsWith('timestamp')) return 'DATETIME';
  return type.startsWith('time') ? 'TIME' : type.toUpperCase();
}
