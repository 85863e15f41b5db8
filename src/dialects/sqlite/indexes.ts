import type { TableIndex } from '../../schema/column.ts';
import { groupBy } from '../../shared/group-by.ts';
import { asNumber, asText } from '../../shared/text.ts';

/** Table, index, column, unique, partial, and the CREATE statement. */
type Values = readonly unknown[];

/** Splits the indexes of a table into unique column sets and all others. */
export function readIndexes(rows: readonly Values[], columns: readonly string[]): [string[][], TableIndex[]] {
  const byName = groupBy(rows, ([, index]) => asText(index));
  const [uniques, others]: [string[][], TableIndex[]] = [[], []];
  for (const [name, parts] of byName) {
    const [, , , unique, partial, sql] = parts[0] ?? [];
    const names = parts.map(([, , column]) => column);
    const plain = asNumber(partial) === 0 && names.every((column) => column !== null);
    if (plain && asNumber(unique) === 1) uniques.push(names.map(String));
    else if (typeof sql === 'string') others.push(toIndex(name, plain ? names.map(String) : null, sql, columns));
  }
  return [uniques, others];
}

/** A partial or expression index depends on every column that its statement mentions. */
function toIndex(name: string, own: readonly string[] | null, sql: string, columns: readonly string[]): TableIndex {
  const words = new Set(sql.match(/[^\s"'`()[\],.=<>!+*/-]+/g)?.map((word) => word.toLowerCase()));
  const named = columns.filter((column) => words.has(column.toLowerCase()) || sql.includes(`"${column}"`));
  return { name, columns: own ?? named, plain: own !== null, native: sql };
}
