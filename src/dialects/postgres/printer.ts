import type { DatePart } from '../../query/ast.ts';
import type { Insert, Order } from '../../query/sql/nodes.ts';
import { type Kind, NUMERIC, TEXTUAL } from '../../schema/datatypes.ts';
import { printerOf } from '../printer.ts';
import { comparand, keyArray } from './comparand.ts';
import { literal, quote } from './quoting.ts';
import { sortKey } from './sort-key.ts';
import { searched } from './text-index.ts';

/**
 * Prints statements for PostgreSQL. A parameter without a cast takes the type of the column that it is compared with.
 */
export const printer = printerOf({
  quote,
  placeholder: (position, kind) => (kind === 'integer' ? `$${position}::bigint` : `$${position}`),
  constant: (value) => (value ? 'TRUE' : 'FALSE'),
  like: (left, pattern, { negated }) =>
    `${searched(left())} ${negated ? 'NOT ' : ''}LIKE ${searched(pattern())} ESCAPE '!'`,
  inKeys: (left, kind, placeholder) => `${left} = ANY(${placeholder}${kind === 'integer' ? '::bigint[]' : ''})`,
  keys: keyArray,
  comparand,
  alike: (side, kind, other) => (family(kind) === family(other) ? side : `${side}::text`),
  wholeNumber,
  decimalNumber: (text) =>
    `CASE WHEN ${text} ~ '^-?[0-9]{1,70}([.][0-9]{1,40})?(e[+-]?[0-9]{1,3})?$' THEN ${text}::numeric END`,
  exactly: (value, kind) => (kind === 'float' ? value : `${value}::text`),
  shown: (moment, kind) =>
    kind === 'time' ? `date_trunc('second', ${moment})::time` : `date_trunc('second', ${moment})`,
  sortKey,
  order,
  sum: (value, kind) => sum(value, kind),
  average: (value, kind) => average(value, kind),
  part,
  moved: (moment, seconds) => `${moment}::timestamp + (${seconds}) * INTERVAL '1 second'`,
  moment: (text) => `TIMESTAMP '${text}'`,
  random: 'RANDOM()',
  read: (column) => column,
  limit: (limit, offset) =>
    [limit !== null && `LIMIT ${limit}`, offset && `OFFSET ${offset}`].filter(Boolean).join(' '),
  materialized: (select) => `${select} OFFSET 0`,
  // The planner assumes that it holds for half of the rows.
  unindexed: (expression, isColumn) => (isColumn ? expression : `CASE WHEN ${expression} THEN TRUE END`),
  typed: true,
  returning: (key) => (key === null ? '' : ` RETURNING ${key}`),
  overriding: 'OVERRIDING SYSTEM VALUE',
  passing,
  tied: (insert, key, into) => [`WITH first AS (${insert}) ${into(`(SELECT ${quote(key)} FROM first)`)}`],
});

/** Only some numbers of 19 digits fit the engine's 64-bit integers. */
function wholeNumber(text: string, isLong: boolean): string {
  const isInteger = `${text}::numeric BETWEEN -9223372036854775808 AND 9223372036854775807`;
  const long = ` WHEN ${text} ~ '^-?[0-9]{19}$' THEN CASE WHEN ${isInteger} THEN ${text}::bigint END`;
  return `CASE WHEN ${text} ~ '^-?[0-9]{1,18}$' THEN ${text}::bigint${isLong ? long : ''} END`;
}

const sum = (value: string, kind: Kind): string => (kind === 'float' ? `SUM(${value}::float8)` : `SUM(${value})`);

const average = (value: string, kind: Kind): string => `${sum(value, kind)}::float8 / COUNT(${value})`;

const PARTS: Readonly<Record<Exclude<DatePart, 'date'>, string>> = {
  year: 'YEAR',
  quarter: 'QUARTER',
  month: 'MONTH',
  week: 'WEEK',
  weekyear: 'ISOYEAR',
  day: 'DAY',
  weekday: 'ISODOW',
  hour: 'HOUR',
};

/** Infinite dates have no parts. */
function part(name: DatePart, local: string, moment: string): string {
  const value = name === 'date' ? `to_char(${local}, 'YYYY-MM-DD')` : `EXTRACT(${PARTS[name]} FROM ${local})::int`;
  return `CASE WHEN isfinite(${moment}) THEN ${value} END`;
}

function family(kind: Kind): string {
  if (NUMERIC.has(kind)) return 'number';
  return TEXTUAL.has(kind) ? 'text' : kind;
}

function order(by: () => string, { descending, nulls, text }: Order): string {
  const direction = `${descending ? ' DESC' : ''}${nullsClause(descending, nulls)}`;
  return text ? `${sortKey(by(), true)}${direction}, ${sortKey(by(), false)}${direction}` : `${by()}${direction}`;
}

/** By default nulls sort first. Stating it for a column without nulls would prevent the use of indexes. */
function nullsClause(descending: boolean, nulls: Order['nulls']): string {
  if (nulls === 'none') return '';
  return nulls === 'last' || (nulls === null && descending) ? ' NULLS LAST' : ' NULLS FIRST';
}

/** An insert that advances the column's sequence past the given value. */
function passing(insert: string, { table }: Insert, column: string): string {
  const counter = `pg_get_serial_sequence(${literal(quote(table))}, ${literal(column)})::regclass`;
  const given = quote(column);
  return `WITH given AS (${insert} RETURNING ${given})
SELECT ${given}, CASE WHEN ${given} > COALESCE(pg_sequence_last_value(${counter}), 0) THEN setval(${counter}, ${given}) END FROM given`;
}
