import type { Column, Table, TableIndex } from '../../schema/column.ts';
import { printDeclaration } from '../../schema/column.ts';
import { datatypeOf } from '../../schema/datatypes.ts';
import { isTextIndex, tidied, uniquesOf } from '../../schema/table-index.ts';
import { asText } from '../../shared/text.ts';
import { copying } from '../copied-rows.ts';
import type { Ddl } from '../dialect.ts';
import { converted } from './converted.ts';
import { isAutomaticIndex, uniqueIndexName } from './indexes.ts';
import { keepingText } from './kept-text.ts';
import { literal, quote } from './quoting.ts';
import { builtTexts, changeTexts, createTexts, dropTexts } from './text-index.ts';
import { declaredType } from './types.ts';

/**
 * DDL of SQLite. Uniqueness is enforced by separate indexes, which can be added and removed without rebuilding the
 * table.
 */
export const ddl: Ddl = {
  ...copying(quote),
  create: (table) => [
    createTable(table.name, table.columns.map(asNew)),
    ...indexes(table).values(),
    ...createTexts(table),
  ],
  count: (table, _column, next) => [
    `DELETE FROM sqlite_sequence WHERE name = ${literal(table)}`,
    `INSERT INTO sqlite_sequence (name, seq) VALUES (${literal(table)}, ${next - 1n})`,
  ],
  drop: (table, indexed) => [...dropTexts(indexed?.filter(isTextIndex) ?? []), `DROP TABLE ${quote(table)}`],
  retire: (table, to) => [
    ...changeTexts(table, bare(table), false).gone,
    ...droppableIndexes(table).map((name) => `DROP INDEX ${quote(name)}`),
    `ALTER TABLE ${quote(table.name)} RENAME TO ${quote(to)}`,
  ],
  revive: (table, from) => [
    `ALTER TABLE ${quote(from)} RENAME TO ${quote(table.name)}`,
    ...indexesBesidesKeys(table),
    ...changeTexts(bare(table), table, false).made,
  ],
  effort(before, changed) {
    const after = keeping(before, changed);
    const [old, fresh] = [indexes(before), indexes(after)];
    const rewrites = rebuilds(before, after);
    const builds = rewrites ? 0 : Array.from(fresh.keys()).filter((name) => !old.has(name)).length;
    const texts = builtTexts(before, after, rewrites);
    // The engine runs in the server's own thread; text indexes are built later, concurrently with other work.
    const locks = rewrites || builds > 0 ? 'all' : 'none';
    return { rewrites, builds, texts, locks, pace: PACE };
  },
  alter(before, changed) {
    const after = keeping(before, changed);
    const [old, fresh] = [indexes(before), indexes(after)];
    const gone = goneFrom(before, after);
    const isRebuilt = rebuilds(before, after);
    const texts = changeTexts(before, after, isRebuilt);
    if (isRebuilt) return [...texts.gone, ...rebuild(before, after), ...texts.made];
    const existing = new Set(before.columns.map((column) => column.name));
    const added = after.columns.filter((column) => !existing.has(column.name));
    return [
      ...texts.gone,
      ...gone.map((name) => `DROP INDEX ${quote(name)}`),
      ...added.map((column) => `ALTER TABLE ${quote(after.name)} ADD COLUMN ${columnDefinition(column)}`),
      ...Array.from(fresh).flatMap(([name, statement]) => (old.has(name) ? [] : [statement])),
      ...texts.made,
    ];
  },
};

/** Measured on one core of a small virtual machine with tables of five columns, and rounded down. */
const PACE = { rewrites: 400_000, builds: 1_000_000, texts: 3_000 };

const bare = (table: Table): Table => ({ ...table, indexes: [] });

const withOwnIndexes = (before: Table, after: Table): Table =>
  after.indexes ? after : tidied({ ...after, indexes: before.indexes ?? [] });

/**
 * The changed table with what the change does not mention: its indexes, defaults that are expressions, and whatever
 * else another program has declared.
 */
function keeping(before: Table, after: Table): Table {
  const expressions = new Map(before.columns.map((column) => [column.name, column.computedDefault && column.default]));
  const columns = after.columns.map(({ computedDefault, ...column }) => {
    const isKept = typeof column.default === 'string' && expressions.get(column.name) === column.default;
    return isKept ? { ...column, computedDefault: true as const } : column;
  });
  return withOwnIndexes(before, keepingText(before, { ...after, columns }));
}

function goneFrom(before: Table, after: Table): string[] {
  const fresh = indexes(after);
  return Array.from(indexes(before).keys()).flatMap((name) => (fresh.has(name) ? [] : [nameIn(before, name)]));
}

const rebuilds = (before: Table, after: Table): boolean =>
  needsRebuild(before, after) || goneFrom(before, after).some(isAutomaticIndex);

/** Verbatim SQL is only taken from a table that exists. */
const asNew = ({ computedDefault, native, ...column }: Column): Column => column;

function createTable(name: string, columns: readonly Column[], native?: Table['native']): string {
  const counts = columns.some((column) => column.autoIncrement);
  const key = counts ? [] : columns.filter((column) => column.primaryKey).map((column) => quote(column.name));
  const lines = [
    ...columns.map(columnDefinition),
    ...(key.length > 0 ? [`PRIMARY KEY (${key.join(', ')})`] : []),
    ...(native?.constraints ?? []),
  ];
  return `CREATE TABLE ${quote(name)} (${lines.join(', ')})${native?.options ? ` ${native.options}` : ''}`;
}

/** An auto-increment key must be declared INTEGER; its contract type is stored as the name of its constraint. */
function columnDefinition(column: Column): string {
  const { type, generated, clauses } = (column.native ?? {}) as Readonly<Record<string, string | undefined>>;
  const more = [generated, clauses].flatMap((text) => (text ? [` ${text}`] : [])).join('');
  if (column.autoIncrement) {
    return `${quote(column.name)} INTEGER CONSTRAINT ${quote(`declared ${printDeclaration(column)}`)} PRIMARY KEY AUTOINCREMENT${more}`;
  }
  const required = column.nullable ? '' : ' NOT NULL';
  const fallback = column.default === null ? '' : ` DEFAULT ${fallbackOf(column, column.default)}`;
  return `${quote(column.name)} ${type ?? declaredType(column)}${required}${fallback}${more}`;
}

/** A timestamp column may default to the current time; elsewhere that default is a text. */
function fallbackOf({ datatype, computedDefault }: Column, text: string): string {
  if (datatypeOf(datatype).kind === 'datetime' && /^current_timestamp$/i.test(text)) return text;
  return computedDefault ? `(${text})` : literal(text);
}

/** The name that an index of {@link indexes} has in the database. */
function nameIn(table: Table, name: string): string {
  const columns = uniquesOf(table).find((names) => uniqueIndexName(table.name, names) === name);
  return table.uniqueNames?.[asText(columns)] ?? name;
}

function indexes(table: Table): Map<string, string> {
  const uniques = uniquesOf(table).map(
    (columns) => [uniqueIndexName(table.name, columns), createIndex(table.name, columns)] as const,
  );
  const others = (table.indexes ?? [])
    .filter((index) => !isTextIndex(index))
    .map((index) => [index.name, createOther(table.name, index)] as const);
  return new Map([...uniques, ...others]);
}

/** Index names are unique in the database, and an index cannot be renamed. */
const droppableIndexes = (table: Table): string[] =>
  Array.from(indexes(table).keys(), (name) => nameIn(table, name)).filter((name) => !isAutomaticIndex(name));

/** The statements that create {@link droppableIndexes}. */
const indexesBesidesKeys = (table: Table): string[] =>
  Array.from(indexes(table)).flatMap(([name, statement]) => (isAutomaticIndex(nameIn(table, name)) ? [] : [statement]));

/** An existing index keeps its definition. */
function createOther(table: string, { name, columns, native, form }: TableIndex): string {
  const terms = columns
    .map(quote)
    .flatMap((column) => (form === 'sort' ? [`${column} COLLATE NOCASE`, column] : [column]));
  return native ?? `CREATE INDEX ${quote(name)} ON ${quote(table)} (${terms.join(', ')})`;
}

function createIndex(table: string, columns: readonly string[]): string {
  return `CREATE UNIQUE INDEX ${quote(uniqueIndexName(table, columns))} ON ${quote(table)} (${columns.map(quote).join(', ')})`;
}

/** Whether a change is more than appended columns and different indexes. */
function needsRebuild(before: Table, after: Table): boolean {
  const stays = before.columns.every((column, index) => {
    const same = after.columns[index];
    const becomesKey = same?.primaryKey === true && !column.primaryKey;
    return same?.name === column.name && !becomesKey && columnDefinition(same) === columnDefinition(column);
  });
  const added = after.columns.slice(before.columns.length);
  return (
    !stays ||
    added.some(
      ({ primaryKey, autoIncrement, nullable, default: fallback, native }) =>
        primaryKey || autoIncrement || native !== undefined || (!nullable && fallback === null),
    )
  );
}

function rebuild(before: Table, after: Table): string[] {
  const temporary = `rebuilt ${after.name}`;
  const existing = new Map(before.columns.map((column) => [column.name, column]));
  const kept = after.columns.flatMap((column) => {
    const old = column.native?.generated === undefined ? existing.get(column.name) : undefined;
    return old ? [[quote(column.name), converted(old, column)] as const] : [];
  });
  const [names, values] = [0, 1].map((at) => kept.map((pair) => pair[at]).join(', '));
  return [
    createTable(temporary, after.columns, after.native),
    `INSERT INTO ${quote(temporary)} (${names}) SELECT ${values} FROM ${quote(before.name)}`,
    `UPDATE sqlite_sequence SET seq = MAX(seq, COALESCE((SELECT seq FROM sqlite_sequence WHERE name = ${literal(before.name)}), 0)) WHERE name = ${literal(temporary)}`,
    `DROP TABLE ${quote(before.name)}`,
    `ALTER TABLE ${quote(temporary)} RENAME TO ${quote(after.name)}`,
    ...indexes(after).values(),
    ...(after.native?.triggers ?? []),
  ];
}
