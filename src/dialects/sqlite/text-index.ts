import type { Table, TableIndex } from '../../schema/column.ts';
import type { DdlStatement } from '../ddl-statement.ts';
import type { Reader } from '../dialect.ts';
import { quote } from './quoting.ts';
import { createUnusualIndex, dropUnusualIndex } from './unusual-values.ts';

/** How many rows are indexed at a time, while the server does other work in between. */
const ROWS = 100;

/** The key that the engine counts: the only one that VACUUM never changes. Undefined if the table has none. */
export const countedKey = ({ columns }: Table): string | undefined =>
  columns.find(({ autoIncrement }) => autoIncrement)?.name;

/** Why a table can have no text indexes, in words; null if it can. */
export async function textIndexObstacle(_reader: Reader, table: Table): Promise<string | null> {
  return countedKey(table) === undefined ? UNCOUNTED : null;
}

const UNCOUNTED = 'the key of the collection does not count by itself, which SQLite needs: leave out "text_index"';

/** The text indexes that a table has on this engine. */
const textIndexesOf = (table: Table): readonly TableIndex[] =>
  countedKey(table) === undefined ? [] : (table.indexes ?? []).filter(({ form }) => form === 'text');

/** The virtual table that holds which rows have which three characters in a row. */
export const createText = (name: string): string =>
  `CREATE VIRTUAL TABLE ${quote(name)} USING fts5("text", content='', contentless_delete=1, detail=none, tokenize='trigram')`;

/** What another trigger may have made of the row meanwhile is what is indexed. */
const index = (name: string, table: string, key: string, column: string, rows: string): string =>
  `DELETE FROM ${quote(name)} WHERE rowid IN (${rows}); INSERT INTO ${quote(name)}(rowid, "text") SELECT ${quote(key)}, ${quote(column)} FROM ${quote(table)} WHERE ${quote(key)} IN (${rows});`;

/** The triggers that keep a text index, by their names. */
export function triggersOf(name: string, table: string, key: string, column: string): ReadonlyMap<string, string> {
  const [before, after] = [`old.${quote(key)}`, `new.${quote(key)}`];
  const trigger = (suffix: string, event: string, rows: string): [string, string] => [
    `${name}_${suffix}`,
    `CREATE TRIGGER ${quote(`${name}_${suffix}`)} AFTER ${event} ON ${quote(table)} BEGIN ${index(name, table, key, column, rows)} END`,
  ];
  return new Map([
    trigger('insert', 'INSERT', after),
    trigger('update', `UPDATE OF ${quote(key)}, ${quote(column)}`, `${before}, ${after}`),
    trigger('delete', 'DELETE', before),
  ]);
}

const createTexts = (table: Table, indexes: readonly TableIndex[]): DdlStatement[] =>
  indexes.flatMap((each) => createOne(table, each));

/** Another program may have renamed a column whose index has the name. */
function createOne(table: Table, { name, columns: [column = ''] }: TableIndex): DdlStatement[] {
  const key = countedKey(table) ?? '';
  const triggers = triggersOf(name, table.name, key, column).values();
  return [...dropOne(name), createText(name), ...triggers, fill(name, table.name, key, column)];
}

/** The internal table of the index knows the greatest key that it has. */
function fill(name: string, table: string, key: string, column: string): DdlStatement {
  const next = `(SELECT COALESCE(MAX(id) + 1, -9223372036854775808) FROM ${quote(`${name}_docsize`)})`;
  const rows = `SELECT ${quote(key)}, ${quote(column)} FROM ${quote(table)} WHERE ${quote(key)} >= ${next}`;
  return { untilNone: `INSERT INTO ${quote(name)}(rowid, "text") ${rows} ORDER BY ${quote(key)} LIMIT ${ROWS}` };
}

/** The statements that drop text indexes. */
export const dropTexts = (indexes: readonly TableIndex[]): string[] => indexes.flatMap(({ name }) => dropOne(name));

function dropOne(name: string): string[] {
  const triggers = ['insert', 'update', 'delete'].map(
    (suffix) => `DROP TRIGGER IF EXISTS ${quote(`${name}_${suffix}`)}`,
  );
  return [...triggers, `DROP TABLE IF EXISTS ${quote(name)}`];
}

/** The text indexes that one version of a table lacks; all of them where the table is built anew. */
const lacking = (has: Table, other: Table, anew: boolean): readonly TableIndex[] => {
  const known = new Set(anew ? [] : textIndexesOf(other).map(({ name }) => name));
  return textIndexesOf(has).filter(({ name }) => !known.has(name));
};

/** How many text indexes a change of a table builds. */
export const builtTexts = (before: Table, after: Table, anew: boolean): number => lacking(after, before, anew).length;

/** The statements of a change of a table that drop text indexes, and those that make them; all where it is built anew. */
export function changeTexts(
  before: Table,
  after: Table,
  anew: boolean,
): { readonly gone: readonly string[]; readonly made: readonly DdlStatement[] } {
  const [was, is] = [
    createUnusualIndex(before, textIndexesOf(before)),
    createUnusualIndex(after, textIndexesOf(after)),
  ];
  const stays = !anew && was === is;
  return {
    gone: [
      ...dropTexts(lacking(before, after, anew)),
      ...(was === null || stays ? [] : [dropUnusualIndex(before.name)]),
    ],
    made: [
      ...createTexts(after, lacking(after, before, anew)),
      ...(is === null || stays ? [] : [dropUnusualIndex(after.name), is]),
    ],
  };
}
