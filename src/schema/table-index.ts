import { createHash } from 'node:crypto';
import type { Column, Table, TableIndex } from './column.ts';
import { datatypeOf } from './datatypes.ts';
import type { RelationRow } from './relation-row.ts';

const OWN = 'octavo_idx_';
/** Every engine indexes texts up to this many characters, all columns of an index together. */
const CHARACTERS = 600;

/** The index that Octavo makes over columns: its name fits every engine, and is the only one of the database. */
export function octavoIndex(table: string, columns: readonly string[]): TableIndex {
  const legible = [table, ...columns]
    .join('_')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]/g, '')
    .slice(0, 30);
  const digest = createHash('sha256')
    .update([table, ...columns].join('\0'))
    .digest('hex')
    .slice(0, 10);
  return { name: `${OWN}${legible}_${digest}`, columns, plain: true };
}

/** Whether Octavo made an index, so that it may drop it. */
export const isOctavoIndex = ({ name }: TableIndex): boolean => name.startsWith(OWN);

/** Whether every engine can index these columns as a whole. */
export function isIndexable(columns: readonly Column[]): boolean {
  const lengths = columns.map(lengthOf);
  return lengths.reduce((total, length) => total + length, 0) <= CHARACTERS;
}

function lengthOf({ datatype, arguments: size }: Column): number {
  const { kind } = datatypeOf(datatype);
  if (kind === 'integer' || kind === 'bigint') return 0;
  if (datatype === 'UUID') return 36;
  return (datatype === 'VARCHAR' || datatype === 'CHAR') && size !== null ? Number(size) : Number.POSITIVE_INFINITY;
}

/** The table without the indexes that its columns do not bear any more. */
export function tidied(table: Table): Table {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const stays = (index: TableIndex): boolean => {
    const found = index.columns.flatMap((name) => columns.get(name) ?? []);
    return found.length === index.columns.length && (!isOctavoIndex(index) || isIndexable(found));
  };
  return table.indexes ? { ...table, indexes: table.indexes.filter(stays) } : table;
}

/** A column that points to items of another collection. */
export type ManyColumn = Pick<RelationRow, 'collection_many' | 'field_many'>;

/** The table with an index for each column of it that a relation begins at, so that lists of related items need not read all rows. */
export function indexedFor(table: Table, relations: readonly ManyColumn[]): Table {
  const names = new Set(relations.filter((row) => row.collection_many === table.name).map((row) => row.field_many));
  const missing = table.columns.filter((column) => names.has(column.name) && !isCovered(table, column));
  if (missing.length === 0) return table;
  return {
    ...table,
    indexes: [...(table.indexes ?? []), ...missing.map(({ name }) => octavoIndex(table.name, [name]))],
  };
}

/** Whether rows are found by a column without reading all of them. */
export function isIndexed(table: Table, name: string): boolean {
  const column = table.columns.find((each) => each.name === name);
  return column !== undefined && isIndexable([column]) && isCovered(table, column);
}

function isCovered({ columns, uniqueTogether, indexes = [] }: Table, column: Column): boolean {
  const keys = columns.filter(({ primaryKey }) => primaryKey);
  const leads = [...uniqueTogether, ...indexes.filter(({ plain }) => plain).map((index) => index.columns)];
  return (
    column.unique || keys[0] === column || !isIndexable([column]) || leads.some(([first]) => first === column.name)
  );
}

/** The table without the indexes that Octavo made for columns which no relation begins at any more. */
export function unindexedFor(table: Table, gone: readonly ManyColumn[]): Table {
  const names = new Set(
    gone.flatMap((row) => (row.collection_many === table.name ? [octavoIndex(table.name, [row.field_many]).name] : [])),
  );
  const indexes = table.indexes?.filter(({ name }) => !names.has(name)) ?? [];
  return indexes.length === (table.indexes?.length ?? 0) ? table : { ...table, indexes };
}
