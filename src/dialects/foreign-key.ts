import type { Row } from '../query/shape/decoder.ts';
import type { ForeignKey } from '../schema/column.ts';

/** A foreign key out of a row with its table, column, target and the target's column. */
export function toForeignKey([table, column, target, targetColumn]: Row): ForeignKey {
  return {
    table: String(table),
    column: String(column),
    target: String(target),
    targetColumn: String(targetColumn),
  };
}

/** Counters out of rows of a table's name and a number. */
export function toCounters(rows: readonly Row[]): ReadonlyMap<string, bigint> {
  return new Map(rows.map(([table, next]) => [String(table), BigInt(String(next))]));
}
