import type { Row } from '../query/shape/row.ts';
import type { ForeignKey } from '../schema/column.ts';

/** Builds a foreign key from a row of table, column, target table and target column. */
export function toForeignKey([table, column, target, targetColumn]: Row): ForeignKey {
  return {
    table: String(table),
    column: String(column),
    target: String(target),
    targetColumn: String(targetColumn),
  };
}

/** Builds the counters from rows of a table name and a number. */
export function toCounters(rows: readonly Row[]): ReadonlyMap<string, bigint> {
  return new Map(rows.map(([table, next]) => [String(table), BigInt(String(next))]));
}
