import type { Column, Table, TableIndex } from '../../schema/column.ts';
import { isCurrentTime } from '../../schema/current-time.ts';
import { columnKind, TIMED } from '../../schema/datatypes.ts';
import { isOctavoIndex, uniquesOf } from '../../schema/table-index.ts';
import { asText } from '../../shared/text.ts';
import { copying, unfinished } from '../copied-rows.ts';
import type { Ddl, Effort } from '../dialect.ts';
import { without } from '../index-changes.ts';
import { EXACT } from './collation.ts';
import { writtenDefault } from './defaults.ts';
import { effortOf } from './effort.ts';
import { literal, quote } from './quoting.ts';
import { declaredType } from './types.ts';

const OPTIONS = `ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ${EXACT}`;

const rows = copying(quote);

/**
 * DDL of MySQL and MariaDB. A change is a single statement, so it is atomic; a kept table gets its name when it is
 * complete.
 */
export const ddl: Ddl = {
  ...rows,
  keep: (from, to, columns, key) => [
    ...rows.keep(from, unfinished(to), columns, key),
    `RENAME TABLE ${quote(unfinished(to))} TO ${quote(to)}`,
  ],
  create: (table) => [createTable(table)],
  drop: (table) => [`DROP TABLE ${quote(table)}`],
  retire: ({ name }, to) => [`RENAME TABLE ${quote(name)} TO ${quote(to)}`],
  revive: ({ name }, from) => [`RENAME TABLE ${quote(from)} TO ${quote(name)}`],
  alter(before, after) {
    const steps = [
      ...removals(before, after),
      ...after.columns.flatMap((column, index) => columnStep(before, after, column, index)),
      ...additions(before, after),
    ];
    return steps.length > 0 ? [`ALTER TABLE ${quote(before.name)} ${steps.join(', ')}`] : [];
  },
  count: (table, _column, next) => [`ALTER TABLE ${quote(table)} AUTO_INCREMENT = ${next}`],
  effort,
};

function createTable(table: Table): string {
  const lines = [
    ...table.columns.map((column) => definition(column)),
    ...keysOf(table).map((names) => `PRIMARY KEY ${list(names)}`),
    ...uniquesOf(table).map((names) => `UNIQUE ${list(names)}`),
    ...(table.indexes ?? []).filter(isOrdinary).map(({ name, columns }) => `KEY ${quote(name)} ${list(columns)}`),
  ];
  return `CREATE TABLE ${quote(table.name)} (${lines.join(', ')}) ${OPTIONS}`;
}

/** Sort and text indexes are left out: the expression that texts are sorted by cannot be indexed. */
const isOrdinary = ({ form }: TableIndex): boolean => form === undefined;

const list = (names: readonly string[]): string => `(${names.map(quote).join(', ')})`;

function keysOf({ columns }: Table): string[][] {
  const names = columns.filter((column) => column.primaryKey).map(({ name }) => name);
  return names.length > 0 ? [names] : [];
}

/** The SQL definition of a column. Attributes that do not change keep the engine's own wording from `before`. */
function definition(column: Column, before?: Column): string {
  const native = (column.native ?? before?.native ?? {}) as Readonly<Record<string, string | undefined>>;
  const type = before && sameType(column, before) ? nativeType(native, column) : newType(column);
  const comment = column.comment === '' ? [] : [`COMMENT ${literal(column.comment)}`];
  if (native.generated) return [quote(column.name), type, native.generated, ...comment].join(' ');
  const parts = [
    type,
    column.nullable && !column.primaryKey ? 'NULL' : 'NOT NULL',
    ...defaultOf(column, before, native),
    ...comment,
  ];
  if (column.autoIncrement) parts.push('AUTO_INCREMENT');
  if (native.extra) parts.push(native.extra);
  if (native.check) parts.push(native.check);
  return [quote(column.name), ...parts].join(' ');
}

/** The type of a new column. */
function newType(column: Column): string {
  const isTimed = TIMED.has(columnKind(column));
  return `${declaredType(column)}${isTimed && column.fraction ? `(${column.fraction})` : ''}`;
}

function sameType(one: Column, other: Column): boolean {
  return declaredType(one) === declaredType(other);
}

function nativeType({ type, collation }: Readonly<Record<string, string | undefined>>, column: Column): string {
  return `${type ?? declaredType(column)}${collation ? ` COLLATE ${collation}` : ''}`;
}

function defaultOf(
  column: Column,
  before: Column | undefined,
  native: Readonly<Record<string, string | undefined>>,
): string[] {
  const { default: fallback } = column;
  if (fallback === null) return [];
  if (native.default !== undefined && before?.default === fallback) return [`DEFAULT ${native.default}`];
  if (isCurrentTime(fallback, column)) return [`DEFAULT ${now(column)}`];
  return [`DEFAULT ${writtenDefault(fallback, declaredType(column))}`];
}

/** MySQL requires the fraction of the column. */
const now = ({ fraction }: Column): string => `CURRENT_TIMESTAMP${fraction ? `(${fraction})` : ''}`;

/** Constraints are dropped by name before the columns that they use. */
function removals(before: Table, after: Table): string[] {
  const staying = new Set(uniquesOf(after).map(asText));
  const kept = new Set(after.columns.map(({ name }) => name));
  const indexes = uniquesOf(before).filter(
    (names) => !staying.has(asText(names)) && names.some((name) => kept.has(name)),
  );
  return [
    ...(asText(keysOf(before)) !== asText(keysOf(after)) && keysOf(before).length > 0 ? ['DROP PRIMARY KEY'] : []),
    ...indexes.map((names) => `DROP INDEX ${quote(before.uniqueNames?.[asText(names)] ?? names[0] ?? '')}`),
    ...without(before, after)
      .filter(isOrdinary)
      .flatMap((index) =>
        isOctavoIndex(index) || index.columns.every((name) => kept.has(name))
          ? [`DROP INDEX ${quote(index.name)}`]
          : [],
      ),
    ...before.columns.filter(({ name }) => !kept.has(name)).map(({ name }) => `DROP COLUMN ${quote(name)}`),
  ];
}

function effort(before: Table, after: Table): Effort {
  return effortOf(before, after, {
    builds: additions(before, after).length,
    redefines: (old, column) => definition(column, old) !== definition(old, old),
  });
}

function columnStep(before: Table, after: Table, column: Column, index: number): string[] {
  const old = before.columns.find(({ name }) => name === column.name);
  if (!old) return [`ADD COLUMN ${definition(column)}${placeOf(before, after, index)}`];
  const fresh = definition(column, old);
  return fresh === definition(old, old) ? [] : [`MODIFY COLUMN ${fresh}`];
}

/** The position of a new column; empty at the end of the table. */
function placeOf(before: Table, after: Table, index: number): string {
  const existing = new Set(before.columns.map(({ name }) => name));
  if (!after.columns.slice(index).some(({ name }) => existing.has(name))) return '';
  const previous = after.columns[index - 1];
  return previous ? ` AFTER ${quote(previous.name)}` : ' FIRST';
}

function additions(before: Table, after: Table): string[] {
  const standing = new Set(uniquesOf(before).map(asText));
  const isNew = asText(keysOf(before)) !== asText(keysOf(after));
  return [
    ...(isNew ? keysOf(after).map((names) => `ADD PRIMARY KEY ${list(names)}`) : []),
    ...uniquesOf(after).flatMap((names) => (standing.has(asText(names)) ? [] : [`ADD UNIQUE ${list(names)}`])),
    ...without(after, before)
      .filter(isOrdinary)
      .map(({ name, columns }) => `ADD INDEX ${quote(name)} ${list(columns)}`),
  ];
}
