import { createHash } from 'node:crypto';
import type { Column, Table, TableIndex } from './column.ts';
import { datatypeOf } from './datatypes.ts';
import type { RelationRow } from './relation-row.ts';

const OWN = 'octavo_idx_';
/** The most characters that every engine can index, in total over all columns of an index. */
const CHARACTERS = 600;

/** Octavo's index over columns; its name fits every engine and is unique in the database. */
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

/** Whether Octavo created an index, and may therefore drop it. */
export const isOctavoIndex = ({ name }: TableIndex): boolean => name.startsWith(OWN);

/** Whether every engine can index these columns completely. */
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

/** Removes indexes that the table's columns no longer support. */
export function tidied(table: Table): Table {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const stays = (index: TableIndex): boolean => {
    const found = index.columns.flatMap((name) => columns.get(name) ?? []);
    return found.length === index.columns.length && (!isOctavoIndex(index) || isIndexable(found));
  };
  return table.indexes ? { ...table, indexes: table.indexes.filter(stays) } : table;
}

/** A foreign key column. */
export type ManyColumn = Pick<RelationRow, 'collection_many' | 'field_many'>;

/** Adds an index for each foreign key column of a relation, so that related items can be found without a scan. */
export function indexedFor(table: Table, relations: readonly ManyColumn[]): Table {
  const names = new Set(relations.filter((row) => row.collection_many === table.name).map((row) => row.field_many));
  const missing = table.columns.filter((column) => names.has(column.name) && !isCovered(table, column));
  if (missing.length === 0) return table;
  return {
    ...table,
    indexes: [...(table.indexes ?? []), ...missing.map(({ name }) => octavoIndex(table.name, [name]))],
  };
}

/** Whether rows can be found by a column without a scan. */
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

/** Removes Octavo's indexes for columns that no relation uses any more. */
export function unindexedFor(table: Table, gone: readonly ManyColumn[]): Table {
  const names = new Set(
    gone.flatMap((row) => (row.collection_many === table.name ? [octavoIndex(table.name, [row.field_many]).name] : [])),
  );
  const indexes = table.indexes?.filter(({ name }) => !names.has(name)) ?? [];
  return indexes.length === (table.indexes?.length ?? 0) ? table : { ...table, indexes };
}
