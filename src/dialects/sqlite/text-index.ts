import type { Table, TableIndex } from '../../schema/column.ts';
import { isTextIndex } from '../../schema/table-index.ts';
import type { Reader } from '../dialect.ts';
import { quote } from './quoting.ts';
import { createUnusualIndex, dropUnusualIndex } from './unusual-values.ts';

/** The auto-increment key, which is the only kind of key that VACUUM never changes; undefined if the table has none. */
export const countedKey = ({ columns }: Table): string | undefined =>
  columns.find(({ autoIncrement }) => autoIncrement)?.name;

/** Why a table can have no text indexes, in words; null if it can. */
export async function textIndexObstacle(_reader: Reader, table: Table): Promise<string | null> {
  return countedKey(table) === undefined ? UNCOUNTED : null;
}

const UNCOUNTED = 'the key of the collection does not count by itself, which SQLite needs';

/** The text indexes that a table has on this engine. */
const textIndexesOf = (table: Table): readonly TableIndex[] =>
  countedKey(table) === undefined ? [] : (table.indexes ?? []).filter(isTextIndex);

/** Creates the virtual table that maps trigrams to rows. */
export const createText = (name: string): string =>
  `CREATE VIRTUAL TABLE ${quote(name)} USING fts5("text", content='', contentless_delete=1, detail=none, tokenize='trigram')`;

/** Indexes the present row, which another trigger may have changed meanwhile. */
const index = (name: string, table: string, key: string, column: string, rows: string): string =>
  `DELETE FROM ${quote(name)} WHERE rowid IN (${rows}); INSERT INTO ${quote(name)}(rowid, "text") SELECT ${quote(key)}, ${quote(column)} FROM ${quote(table)} WHERE ${quote(key)} IN (${rows});`;

/** The triggers that maintain a text index, by name. */
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

/** The table that exists while rows are still being added to a text index. It contains the keys of the next rows. */
export const remainderOf = (name: string): string => `${name}${REMAINDER}`;

export const REMAINDER = '_remainder';

/** Drops remains of the same name first, because another program may have renamed a column whose index had the name. */
function createOne(table: Table, { name, columns: [column = ''] }: TableIndex): string[] {
  const triggers = triggersOf(name, table.name, countedKey(table) ?? '', column).values();
  return [...dropOne(name), createText(name), ...triggers];
}

/**
 * Until all rows are added, Octavo decides when the engine merges parts of the index: it would do so on its own, and
 * that may take long.
 */
function postpone(name: string): string[] {
  const remainder = quote(remainderOf(name));
  return [
    `CREATE TABLE ${remainder} ("first" INTEGER NOT NULL, "last" INTEGER)`,
    `INSERT INTO ${remainder} ("first") VALUES (-9223372036854775808)`,
    ...mergingOf(name, { automerge: 0, crisismerge: 1_900 }),
  ];
}

/** The statements that configure how the engine merges the parts of a text index. */
export const mergingOf = (name: string, settings: Readonly<Record<string, number>>): string[] =>
  Object.entries(settings).map(
    ([setting, value]) => `INSERT INTO ${quote(name)}(${quote(name)}, rank) VALUES ('${setting}', ${value})`,
  );

/** The statements that drop text indexes. */
export const dropTexts = (indexes: readonly TableIndex[]): string[] => indexes.flatMap(({ name }) => dropOne(name));

function dropOne(name: string): string[] {
  const triggers = ['insert', 'update', 'delete'].map(
    (suffix) => `DROP TRIGGER IF EXISTS ${quote(`${name}_${suffix}`)}`,
  );
  return [...triggers, ...[name, remainderOf(name)].map((table) => `DROP TABLE IF EXISTS ${quote(table)}`)];
}

/** The text indexes that one version of a table lacks; all of them if the table is rebuilt. */
const lacking = (has: Table, other: Table, isRebuilt: boolean): readonly TableIndex[] => {
  const known = new Set(isRebuilt ? [] : textIndexesOf(other).map(({ name }) => name));
  return textIndexesOf(has).filter(({ name }) => !known.has(name));
};

/** How many text indexes a change of a table builds. */
export const builtTexts = (before: Table, after: Table, isRebuilt: boolean): number =>
  lacking(after, before, isRebuilt).length;

/** The statements that make the text indexes of a new table. */
export function createTexts(table: Table): string[] {
  const texts = textIndexesOf(table);
  const unusual = createUnusualIndex(table, texts);
  return [
    ...texts.flatMap((each) => createOne(table, each)),
    ...(unusual === null ? [] : [dropUnusualIndex(table.name), unusual]),
  ];
}

/**
 * The statements before and after a change of a table, which drop text indexes and create them; all of them if the
 * table is rebuilt. Rows are added later: see `text-build.ts`.
 */
export function changeTexts(
  before: Table,
  after: Table,
  isRebuilt: boolean,
): { readonly gone: readonly string[]; readonly made: readonly string[] } {
  const [was, is] = [
    createUnusualIndex(before, textIndexesOf(before)),
    createUnusualIndex(after, textIndexesOf(after)),
  ];
  const stays = !isRebuilt && was === is;
  return {
    gone: [
      ...dropTexts(lacking(before, after, isRebuilt)),
      ...(was === null || stays ? [] : [dropUnusualIndex(before.name)]),
    ],
    made: [
      ...lacking(after, before, isRebuilt).flatMap((each) => [...createOne(after, each), ...postpone(each.name)]),
      ...(is === null || stays ? [] : [dropUnusualIndex(after.name), is]),
    ],
  };
}
