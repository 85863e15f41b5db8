import type { DatePart } from '../../query/ast.ts';
import { type Kind, TEXTUAL } from '../../schema/datatypes.ts';
import type { Stored } from '../../schema/stored.ts';
import { printerOf } from '../printer.ts';
import { asciiCaseless, asciiLower, bytesOf, charsetOf, EXACT } from './collation.ts';
import { quote } from './quoting.ts';

const EVERYTHING = '18446744073709551615';
const KEY_TEXT = `VARCHAR(768) CHARACTER SET utf8mb4 ${EXACT}`;

/** The SQL types for extracting keys from a JSON list, so that comparisons are exact and use indexes. */
const KEY_TYPES: Readonly<Record<Kind, string>> = {
  integer: 'BIGINT',
  bigint: 'DECIMAL(20,0)',
  decimal: 'DECIMAL(65,30)',
  float: 'DOUBLE',
  text: KEY_TEXT,
  choice: KEY_TEXT,
  date: 'DATE',
  time: 'TIME',
  datetime: 'DATETIME(6)',
  binary: KEY_TEXT,
  json: KEY_TEXT,
};

/** JSON has no bytes, so they are in hexadecimal. */
function keyAsJson(key: Stored): Stored {
  if (key instanceof Uint8Array) return Buffer.from(key).toString('hex');
  return typeof key === 'bigint' ? String(key) : key;
}

/** Keys get the collation of the column, because texts of different collations cannot be compared. */
function keyType(kind: Kind, collation: string | undefined): string {
  return TEXTUAL.has(kind) && collation
    ? `VARCHAR(768) CHARACTER SET ${charsetOf(collation)} COLLATE ${collation}`
    : KEY_TYPES[kind];
}

const text = (expression: string): string => `CONVERT(${asciiLower(expression)} USING utf8mb4)`;

/**
 * A pattern without a single-character wildcard can be compared as bytes. With one, folding only ASCII letters requires
 * several conversions of each text. The collation folds more, so it matches whatever the exact comparison matches, and
 * excludes most rows without converting them.
 */
function likeInAnyCase(left: () => string, pattern: () => string, isPlain: boolean): string {
  if (isPlain) return `${asciiCaseless(left())} LIKE ${asciiCaseless(pattern())} ESCAPE '!'`;
  return [
    `CONVERT(${left()} USING utf8mb4) COLLATE utf8mb4_general_ci LIKE ${pattern()} ESCAPE '!'`,
    `${text(left())} LIKE ${text(pattern())} COLLATE utf8mb4_bin ESCAPE '!'`,
  ].join(' AND ');
}

/** AVG would add four decimal places to those of its values. */
const average = (value: string): string => `(SUM(${value}) + 0E0) / COUNT(${value})`;

const PARTS: Readonly<Record<DatePart, (local: string) => string>> = {
  year: (local) => `YEAR(${local})`,
  quarter: (local) => `QUARTER(${local})`,
  month: (local) => `MONTH(${local})`,
  week: (local) => `WEEK(${local}, 3)`,
  weekyear: (local) => `YEARWEEK(${local}, 3) DIV 100`,
  day: (local) => `DAYOFMONTH(${local})`,
  weekday: (local) => `WEEKDAY(${local}) + 1`,
  hour: (local) => `HOUR(${local})`,
  date: (local) => `DATE_FORMAT(${local}, '%Y-%m-%d')`,
};

/** Prints statements for MySQL and MariaDB. */
export const printer = printerOf({
  quote,
  // A comparison of a decimal with a text uses floating point, which holds 15 digits.
  placeholder: (_position, kind) => (kind === 'decimal' ? 'CAST(? AS DECIMAL(65,30))' : '?'),
  constant: (value) => (value ? '1' : '0'),
  like: (left, pattern, { negated, isPlain, collation }) => {
    const not = negated ? 'NOT ' : '';
    if (collation) return `${left()} ${not}LIKE ${pattern()} ESCAPE '!'`;
    return `${not}(${likeInAnyCase(left, pattern, isPlain)})`;
  },
  reconciled: (side) => `CONVERT(${side} USING utf8mb4) COLLATE utf8mb4_bin`,
  inKeys: (left, kind, placeholder, collation) =>
    `${left} IN (SELECT ${kind === 'binary' ? 'UNHEX(v)' : 'v'} FROM JSON_TABLE(${placeholder}, '$[*]' COLUMNS (v ${keyType(kind, collation)} PATH '$')) k)`,
  keys:
    () =>
    ({ keys }) =>
      JSON.stringify(keys.map(keyAsJson)),
  // Enumeration members sort by their position in the list, unless they are bytes.
  sortKey: (text, folded) => (folded ? asciiLower(text) : bytesOf(text)),
  wholeNumber: (text) => `CAST(${text} AS SIGNED)`,
  // Drivers read moments without fractions, and those that do not exist in the calendar as null.
  exactly: (value, kind) => (kind === 'float' ? `(${value} + 0E0)` : `CAST(${value} AS CHAR)`),
  shown: (moment, kind) =>
    kind === 'time'
      ? `CAST(TIME_FORMAT(${moment}, '%H:%i:%s') AS TIME)`
      : `(${moment} - INTERVAL MICROSECOND(${moment}) MICROSECOND)`,
  order(by, { descending, nulls, text }) {
    const direction = descending ? ' DESC' : '';
    // Nulls already sort as smaller than everything; stating it would keep the engine from using an index.
    const placed = nulls === (descending ? 'first' : 'last') ? [`${by()} IS ${descending ? 'NOT ' : ''}NULL`] : [];
    const keys = text ? [asciiLower(by()), bytesOf(by())] : [by()];
    return [...placed, ...keys.map((key) => `${key}${direction}`)].join(', ');
  },
  sum: (value) => `SUM(${value})`,
  average,
  // Dates that do not exist in the calendar become null.
  part: (name, local) => PARTS[name](`(${local} + INTERVAL 0 SECOND)`),
  moved: (moment, seconds) => `${moment} + INTERVAL (${seconds}) SECOND`,
  moment: (text) => `'${text}'`,
  random: 'RAND()',
  cast: (column, type) =>
    type === 'text' ? `CAST(${column} AS CHAR) COLLATE utf8mb4_bin` : `CAST(${column} AS ${type})`,
  read: (column, kind) => (kind === 'bigint' ? `CAST(${column} AS CHAR)` : column),
  limit: (limit, offset) => `LIMIT ${limit ?? EVERYTHING}${offset ? ` OFFSET ${offset}` : ''}`,
  materialized: (select) => `SELECT * FROM (${select.replace('SELECT ', 'SELECT DISTINCT ')}) k`,
  // When it sorts groups in descending order, MariaDB replaces a null subquery by the decimal of the previous row.
  readOnce: (select) => `${select} LIMIT ${EVERYTHING}`,
  emptyRow: '() VALUES ()',
  returning: () => '',
  tied: (insert, _key, into) => [insert, into('LAST_INSERT_ID()')],
});
