import type { TableIndex } from '../../schema/column.ts';
import { formNamed } from '../../schema/table-index.ts';
import { groupBy } from '../../shared/group-by.ts';
import { asNumber, asText } from '../../shared/text.ts';
import { columnsNamed } from './table-text.ts';

/** Table, index, column, unique, partial, and the CREATE statement. */
type Values = readonly unknown[];

/** The name of Octavo's unique index over columns. */
export const uniqueIndexName = (table: string, columns: readonly string[]): string =>
  `unique ${table} ${columns.join(' ')}`;

/** Whether an index is part of its table's definition, so that it can only be dropped with it. */
export const isAutomaticIndex = (name: string): boolean => name.startsWith('sqlite_autoindex_');

interface Indexes {
  readonly uniques: readonly (readonly string[])[];
  /** The `uniqueNames` of a table, for indexes that Octavo did not create; absent if there are none. */
  readonly uniqueNames?: Readonly<Record<string, string>>;
  readonly others: readonly TableIndex[];
}

/** Splits the indexes of a table into unique column sets and all others. */
export function readIndexes(table: string, rows: readonly Values[], columns: readonly string[]): Indexes {
  const byName = groupBy(rows, ([, index]) => asText(index));
  const [uniques, others]: [string[][], TableIndex[]] = [[], []];
  const foreign: [columns: string, name: string][] = [];
  for (const [name, parts] of byName) {
    const [, , , unique, partial, sql] = parts[0] ?? [];
    const names = parts.map(([, , column]) => column);
    const plain = asNumber(partial) === 0 && names.every((column) => column !== null);
    if (plain && asNumber(unique) === 1) {
      uniques.push(names.map(String));
      if (name !== uniqueIndexName(table, names.map(String))) foreign.push([asText(names), name]);
    } else if (typeof sql === 'string') others.push(toIndex(name, plain ? names.map(String) : null, sql, columns));
  }
  return { uniques, ...(foreign.length > 0 && { uniqueNames: Object.fromEntries(foreign) }), others };
}

/** A partial or expression index depends on every column that its statement mentions. */
function toIndex(name: string, own: readonly string[] | null, sql: string, columns: readonly string[]): TableIndex {
  const form = formNamed(name);
  if (form) return { name, columns: [...new Set(own)], plain: false, form, native: sql };
  return { name, columns: own ?? columnsNamed(sql, columns), plain: own !== null, native: sql };
}
