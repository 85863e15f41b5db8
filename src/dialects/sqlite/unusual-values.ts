import { createHash } from 'node:crypto';
import type { Table, TableIndex } from '../../schema/column.ts';
import { typedColumns } from '../../schema/typed-columns.ts';
import { quote } from './quoting.ts';

/**
 * Any column may hold any value here, so a search for a word also has to check the rows in which a number or a moment
 * contains a character that it should not contain. An index over these rows is nearly always empty.
 */
export const isUnusual = (column: string): string => `${column} GLOB '*[^0-9:. +-]*'`;

/** The prefix of the names of such indexes. */
export const UNUSUAL_PREFIX = 'octavo_unusual_';

const nameOf = (table: string): string =>
  `${UNUSUAL_PREFIX}${createHash('sha256').update(table).digest('hex').slice(0, 16)}`;

/** The statement that creates the index for a table with these text indexes; null if it needs none. */
export function createUnusualIndex(table: Table, texts: readonly TableIndex[]): string | null {
  const columns = typedColumns(table) ?? [];
  const key = table.columns.find(({ autoIncrement }) => autoIncrement);
  if (texts.length === 0 || columns.length === 0 || !key) return null;
  const unusual = columns.map(({ name }) => isUnusual(quote(name))).join(' OR ');
  return `CREATE INDEX ${quote(nameOf(table.name))} ON ${quote(table.name)} (${quote(key.name)}) WHERE ${unusual}`;
}

/** The statement that drops the index of a table, if there is one. */
export const dropUnusualIndex = (table: string): string => `DROP INDEX IF EXISTS ${quote(nameOf(table))}`;
