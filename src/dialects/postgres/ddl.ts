import type { Column, Table, TableIndex } from '../../schema/column.ts';
import { columnKind, datatypeOf, type Kind, NUMERIC } from '../../schema/datatypes.ts';
import { isOctavoIndex, isTextIndex, uniquesOf } from '../../schema/table-index.ts';
import { copying } from '../copied-rows.ts';
import type { Ddl } from '../dialect.ts';
import { without } from '../index-changes.ts';
import { literal, quote } from './quoting.ts';
import { sortKey } from './sort-key.ts';
import { PREPARE_TEXTS, searched } from './text-index.ts';
import { commentOf, engineType, isTextType, withFraction } from './types.ts';

/** DDL of PostgreSQL. A comment on each column keeps the datatype that clients know. */
export const ddl: Ddl = {
  ...copying(quote),
  recount: (table, column) => [recounted(table, column)],
  create: (table) => [
    createTable(table),
    ...preparing(table.indexes ?? []),
    ...(table.indexes ?? []).map((index) => createIndex(table, index)),
    ...table.columns.map((column) => describe(table.name, column)),
  ],
  count: (table, column, next) => [`ALTER TABLE ${quote(table)} ALTER COLUMN ${quote(column)} RESTART WITH ${next}`],
  drop: (table) => [`DROP TABLE ${quote(table)}`],
  retire: (table, to) => [
    ...aside(table, to).map(([name, kept]) => `ALTER INDEX ${quote(name)} RENAME TO ${quote(kept)}`),
    `ALTER TABLE ${quote(table.name)} RENAME TO ${quote(to)}`,
  ],
  revive: (table, from) => [
    `ALTER TABLE ${quote(from)} RENAME TO ${quote(table.name)}`,
    ...aside(table, from).map(([name, kept]) => `ALTER INDEX ${quote(kept)} RENAME TO ${quote(name)}`),
  ],
  effort(before, after) {
    const [texts, others] = split(without(after, before));
    const builds = added(before, after).length + others.length;
    const rewrites = columnPairs(before, after).some(([old, column]) => isRewritten(old, column));
    const isScanned = columnPairs(before, after).some(([old, column]) => old.nullable && !column.nullable);
    const excludes = rewrites || isScanned || added(before, after).length > 0;
    return {
      rewrites,
      builds: rewrites ? 0 : builds,
      texts: texts.length,
      locks: excludes ? 'all' : builds + texts.length > 0 ? 'writes' : 'none',
      pace: PACE,
    };
  },
  alter(before, after) {
    const old = new Map(before.columns.map((column) => [column.name, column]));
    const kept = new Set(after.columns.map((column) => column.name));
    const actions = [
      ...before.columns.flatMap(({ name }) => (kept.has(name) ? [] : [`DROP COLUMN ${quote(name)}`])),
      ...after.columns.flatMap((column) => changeOf(old.get(column.name), column)),
      ...(primaryKey(before).length > 0 ? [] : primaryKey(after).map((key) => `ADD ${key}`)),
      ...added(before, after).map((columns) => `ADD ${unique(columns)}`),
    ];
    return [
      ...added(after, before).map((columns) => dropUnique(before.name, columns)),
      ...without(before, after).flatMap(({ name, columns }) =>
        columns.every((column) => kept.has(column)) ? [`DROP INDEX ${quote(name)}`] : [],
      ),
      ...columnPairs(before, after).flatMap(([had, has]) => stopCounting(after.name, had, has)),
      ...(actions.length > 0 ? [`ALTER TABLE ${quote(after.name)} ${actions.join(', ')}`] : []),
      ...after.columns.flatMap((column) => afterChange(after.name, old.get(column.name), column)),
      ...preparing(without(after, before)),
      ...without(after, before).map((index) => createIndex(after, index)),
    ];
  },
};

/** Measured on one core of a small virtual machine with tables of five columns, and rounded down. */
const PACE = { rewrites: 200_000, builds: 400_000, texts: 1_500 };

const split = (indexes: readonly TableIndex[]): [texts: TableIndex[], others: TableIndex[]] => [
  indexes.filter(isTextIndex),
  indexes.filter((index) => !isTextIndex(index)),
];

const preparing = (indexes: readonly TableIndex[]): string[] => (indexes.some(isTextIndex) ? [PREPARE_TEXTS] : []);

function columnPairs(before: Table, after: Table): [before: Column, after: Column][] {
  const old = new Map(before.columns.map((column) => [column.name, column]));
  return after.columns.flatMap((column) => {
    const former = old.get(column.name);
    return former ? [[former, column] as [Column, Column]] : [];
  });
}

/**
 * Whether a changed column rewrites the table. Every other type does, except a text whose limit is raised or removed.
 */
function isRewritten(before: Column, after: Column): boolean {
  const [had, has] = [engineType(before), engineType(after)];
  if (had === has) return false;
  return !(isTextType(had) && isTextType(has) && sizeIn(has) >= sizeIn(had));
}

const sizeIn = (type: string): number => Number(/\((\d+)\)/.exec(type)?.[1] ?? Number.POSITIVE_INFINITY);

/**
 * The indexes whose names a new table would need, with temporary names. The engine finds free names for other indexes.
 */
const aside = ({ indexes = [] }: Table, kept: string): [name: string, kept: string][] =>
  indexes.filter(isOctavoIndex).map(({ name }, place) => [name, `${kept}_${place}`]);

function createTable(table: Table): string {
  const lines = [...table.columns.map(definition), ...primaryKey(table), ...uniquesOf(table).map(unique)];
  return `CREATE TABLE ${quote(table.name)} (${lines.join(', ')})`;
}

function primaryKey({ columns }: Table): string[] {
  const key = columns.filter((column) => column.primaryKey).map(({ name }) => quote(name));
  return key.length > 0 ? [`PRIMARY KEY (${key.join(', ')})`] : [];
}

function createIndex(table: Table, index: TableIndex): string {
  if (isTextIndex(index)) return createText(table.name, index);
  const terms = index.columns.flatMap((name) => indexTerms(table, name, index));
  return `CREATE INDEX ${quote(index.name)} ON ${quote(table.name)} (${terms.join(', ')})`;
}

const createText = (table: string, { name, columns: [column = ''] }: TableIndex): string =>
  `CREATE INDEX ${quote(name)} ON ${quote(table)} USING gin (${searched(quote(column))} gin_trgm_ops)`;

function indexTerms({ columns }: Table, name: string, { form }: TableIndex): string[] {
  const column = columns.find((each) => each.name === name);
  return form === 'sort' && column ? textKeys(column) : [quote(name)];
}

/**
 * The keys by which the printer sorts texts. An index entry has at most 2704 bytes, so the index of a long text has
 * only the first key.
 */
function textKeys({ name, arguments: size }: Column): string[] {
  const keys = [sortKey(quote(name), true), `(${sortKey(quote(name), false)})`];
  return Number(size) > LONG_TEXT ? keys.slice(0, 1) : keys;
}

function definition(column: Column): string {
  const required = column.nullable && !column.primaryKey ? '' : ' NOT NULL';
  const fallback = column.default === null ? '' : ` DEFAULT ${fallbackOf(column, column.default)}`;
  return `${quote(column.name)} ${typeOf(column)}${required}${column.autoIncrement ? ` ${COUNTING}` : fallback}`;
}

/** A timestamp column may default to the current time; elsewhere that default is a text. */
function fallbackOf({ datatype }: Column, text: string): string {
  return datatypeOf(datatype).kind === 'datetime' && /^current_timestamp$/i.test(text) ? text : literal(text);
}

/** Longer texts fit into an index entry only once. */
const LONG_TEXT = 300;
const COUNTING = 'GENERATED BY DEFAULT AS IDENTITY';

function typeOf(column: Column): string {
  const type = withFraction(engineType(column), column.fraction ?? 0);
  return isTextType(type) ? `${type} COLLATE "C"` : type;
}

function describe(table: string, column: Column): string {
  return `COMMENT ON COLUMN ${quote(table)}.${quote(column.name)} IS ${literal(commentOf(column))}`;
}

const unique = (columns: readonly string[]): string => `UNIQUE (${columns.map(quote).join(', ')})`;

/** Column sets that are unique in `after` but not in `before`. */
function added(before: Table, after: Table): (readonly string[])[] {
  const existing = new Set(uniquesOf(before).map((columns) => columns.join('\n')));
  return uniquesOf(after).filter((columns) => !existing.has(columns.join('\n')));
}

/** Drops the constraints and indexes that make the columns unique, whatever their names. */
function dropUnique(table: string, columns: readonly string[]): string {
  const names = `ARRAY[${columns.map(literal).join(', ')}]::name[]`;
  const body = `DECLARE found record; BEGIN
  FOR found IN SELECT i.indexrelid::regclass AS index, k.conname FROM pg_index i LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype = 'u'
    WHERE i.indrelid = ${literal(quote(table))}::regclass AND i.indisunique AND NOT i.indisprimary AND i.indpred IS NULL AND i.indexprs IS NULL
      AND ARRAY(SELECT a.attname FROM unnest(i.indkey) WITH ORDINALITY u(number, place) JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = u.number WHERE u.place <= i.indnkeyatts ORDER BY u.place) = ${names}
  LOOP
    IF found.conname IS NULL THEN EXECUTE 'DROP INDEX ' || found.index;
    ELSE EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', ${literal(quote(table))}, found.conname); END IF;
  END LOOP;
END`;
  return `DO ${literal(body)}`;
}

/** The clauses of ALTER TABLE that change a column. */
function changeOf(before: Column | undefined, after: Column): string[] {
  if (!before) return [`ADD COLUMN ${definition(after)}`];
  const column = `ALTER COLUMN ${quote(after.name)}`;
  const retyped = engineType(before) !== engineType(after);
  const [had, has] = [before.default, after.autoIncrement ? null : after.default];
  const redefaulted = had !== has || (retyped && has !== null);
  const fallback = (text: string): string => (before.computedDefault && had === text ? text : fallbackOf(after, text));
  const required = after.primaryKey || !after.nullable;
  return [
    ...(had !== null && redefaulted ? [`${column} DROP DEFAULT`] : []),
    ...(retyped ? [`${column} TYPE ${typeOf(after)} USING ${converted(before, after)}`] : []),
    ...(has !== null && redefaulted ? [`${column} SET DEFAULT ${fallback(has)}`] : []),
    ...(required === !before.nullable ? [] : [`${column} ${required ? 'SET' : 'DROP'} NOT NULL`]),
  ];
}

/**
 * Statements that cannot be part of the same ALTER TABLE: an identity needs a filled column, and comments are separate
 * statements.
 */
function afterChange(table: string, before: Column | undefined, after: Column): string[] {
  const starts = after.autoIncrement && before !== undefined && !before.autoIncrement;
  const redescribed = before === undefined || commentOf(before) !== commentOf(after);
  return [...(starts ? startCounting(table, after.name) : []), ...(redescribed ? [describe(table, after)] : [])];
}

/** A statement before the others: the engine changes the type first, and only integers count. */
function stopCounting(table: string, before: Column, after: Column): string[] {
  if (!before.autoIncrement || after.autoIncrement) return [];
  const column = `ALTER COLUMN ${quote(after.name)}`;
  return [`ALTER TABLE ${quote(table)} ${column} DROP IDENTITY IF EXISTS, ${column} DROP DEFAULT`];
}

function startCounting(table: string, column: string): string[] {
  return [`ALTER TABLE ${quote(table)} ALTER COLUMN ${quote(column)} ADD ${COUNTING}`, recounted(table, column)];
}

/** Makes a counter continue after the largest key. */
function recounted(table: string, column: string): string {
  const counter = `pg_get_serial_sequence(${literal(quote(table))}, ${literal(column)})`;
  return `SELECT setval(${counter}, GREATEST(COALESCE(MAX(${quote(column)}), 0), 0) + 1, false) FROM ${quote(table)}`;
}

/** The kinds that the engine casts directly to others. All others are cast by way of their texts. */
const CASTS: Partial<Readonly<Record<Kind, ReadonlySet<Kind>>>> = {
  integer: NUMERIC,
  bigint: NUMERIC,
  decimal: NUMERIC,
  float: NUMERIC,
  date: new Set(['datetime']),
  datetime: new Set(['date', 'time']),
};

/**
 * Converts a column's values to its new type. Values that do not fit are rejected: texts are never truncated, since the
 * assignment checks them.
 */
function converted(before: Column, after: Column): string {
  const column = quote(after.name);
  const [from, to] = [columnKind(before), columnKind(after)];
  const type = engineType(after);
  const text = from === 'binary' ? `convert_from(${column}, 'UTF8')` : `${column}::text`;
  if (isTextType(type)) return text;
  if (to === 'binary') return `convert_to(${text}, 'UTF8')`;
  const related = from === to || CASTS[from]?.has(to) === true;
  return related ? `${column}::${type}` : `${text}::${type}`;
}
