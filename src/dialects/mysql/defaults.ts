import { isUtf8 } from 'node:buffer';
import { exceedsBasicPlane } from '../../shared/basic-plane.ts';
import { groupBy } from '../../shared/group-by.ts';
import { isGiven } from '../../shared/is-given.ts';
import type { Reader } from '../dialect.ts';
import { expressionDefault } from '../expression-default.ts';
import { literal, quote, unescaped } from './quoting.ts';

/** The default of a column. */
export interface Default {
  /** As the wire contract reports it. */
  readonly text: string;
  /** As SQL; null if `text` says it all. */
  readonly sql: string | null;
  /** It is an expression, not a constant. */
  readonly isComputed?: boolean;
}

/** A default as `information_schema` reports it. */
export interface ReportedDefault {
  readonly table: string;
  readonly column: string;
  readonly dataType: string;
  /** Null without a default. */
  readonly text: string | null;
  /** MariaDB reports SQL; MySQL reports bare literals, and SQL for expressions. */
  readonly isMariaDb: boolean;
  readonly isExpression: boolean;
}

/** Types whose default must be written as an expression. */
const BY_EXPRESSION = /(?:TEXT|BLOB|JSON)$/;
const HEXADECIMAL = /^convert\((?:X'|0x)([0-9a-f]*)'? using utf8mb4\)$/i;
const LITERAL = /^(?:_\w+)?'((?:[^'\\]|''|\\.)*)'$/s;

/**
 * Writes the default of a column of this type as SQL. `information_schema` reports characters beyond U+FFFF as question
 * marks, so a text with such characters is written in hexadecimal.
 */
export function writtenDefault(text: string, type: string): string {
  if (exceedsBasicPlane(text)) return `(CONVERT(X'${Buffer.from(text).toString('hex')}' USING utf8mb4))`;
  return BY_EXPRESSION.test(type) ? `(${literal(text)})` : literal(text);
}

/**
 * Reads the defaults of columns; null for a column without one. Those that may have lost characters are evaluated, with
 * a statement for each of their tables, which reads no rows.
 */
export async function readDefaults(
  reader: Reader,
  reported: readonly ReportedDefault[],
): Promise<readonly (Default | null)[]> {
  const evaluated = new Map<ReportedDefault, Default>();
  for (const [table, doubtful] of groupBy(reported.filter(isDoubtful), (one) => one.table)) {
    const [row = []] = await reader.all({ text: evaluation(table, doubtful), parameters: [] });
    for (const [index, one] of doubtful.entries())
      if (isGiven(row[index])) evaluated.set(one, { text: String(row[index]), sql: null });
  }
  return reported.map((one) => evaluated.get(one) ?? readDefault(one));
}

function readDefault(reported: ReportedDefault): Default | null {
  const { text, isMariaDb, isExpression } = reported;
  const datatype = reported.dataType.toUpperCase();
  if (text === null || (isMariaDb && /^null$/i.test(text))) return null;
  if (!isExpression) return readBare(text, reported.dataType);
  const sql = isMariaDb ? text : withoutEscapes(text);
  const bytes = HEXADECIMAL.exec(sql)?.[1];
  if (bytes !== undefined) return { text: Buffer.from(bytes, 'hex').toString(), sql: null };
  const quoted = LITERAL.exec(sql)?.[1];
  const isBare = isMariaDb || (quoted === undefined && /^current_timestamp/i.test(sql));
  const written = isBare ? sql : `(${sql})`;
  if (quoted !== undefined) return { text: unescaped(quoted), sql: written };
  return { text: sql, sql: written, isComputed: expressionDefault(sql, { datatype }).computedDefault ?? false };
}

/** MySQL reports bits and bytes as SQL. */
function readBare(text: string, dataType: string): Default {
  if (/^bit$/i.test(dataType)) return { text, sql: text, isComputed: true };
  const bytes = /binary$/i.test(dataType) ? /^0x([0-9a-f]+)$/i.exec(text)?.[1] : undefined;
  return bytes === undefined ? { text, sql: null } : { text: Buffer.from(bytes, 'hex').toString(), sql: text };
}

/** MySQL escapes the whole text of an expression, and reports each byte of it as a character. */
function withoutEscapes(text: string): string {
  const sql = text.replace(/\\(.)/gs, '$1');
  const bytes = Buffer.from(sql, 'latin1');
  return bytes.toString('latin1') === sql && isUtf8(bytes) ? bytes.toString() : sql;
}

function isDoubtful({ text, isMariaDb, isExpression }: ReportedDefault): boolean {
  return text?.includes('?') === true && (isMariaDb ? LITERAL.test(text) : !isExpression);
}

function evaluation(table: string, defaults: readonly ReportedDefault[]): string {
  const values = defaults.map(({ column }) => `DEFAULT(${quote('t')}.${quote(column)})`);
  const noRows = `(SELECT 1) AS ${quote('one')} LEFT JOIN ${quote(table)} AS ${quote('t')} ON FALSE`;
  return `SELECT ${values.join(', ')} FROM ${noRows}`;
}
