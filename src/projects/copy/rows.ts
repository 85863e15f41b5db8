import type { Connection, Dialect, Snapshot } from '../../dialects/dialect.ts';
import { portableValue } from '../../persistence/portable/canonical.ts';
import { TableSum } from '../../persistence/portable/table-sum.ts';
import { selectAll } from '../../persistence/select-all.ts';
import type { Table } from '../../schema/column.ts';
import { RowWriter } from './row-writer.ts';
import type { CopyWatch } from './watch.ts';

const BATCH = 500;

/** A source database with its dialect. */
export interface From {
  readonly dialect: Dialect;
  readonly snapshot: Snapshot;
}

/** Copies the rows of a table into an identical one; returns the checksum of what was read. */
export async function copyRows(
  from: From,
  to: Dialect,
  connection: Connection,
  table: Table,
  watch: CopyWatch,
): Promise<TableSum> {
  const sum = new TableSum(table.columns);
  const writer = new RowWriter(connection, to, table);
  for await (const rows of from.snapshot.batches(selectAll(from.dialect, table), BATCH)) {
    for (const row of rows) sum.add(row);
    await writer.write(
      rows.map((row) => table.columns.map((column, index) => portableValue(row[index] ?? null, column))),
    );
    await watch.handled(rows.length);
  }
  return sum;
}

/** Computes the checksum of a table. */
export async function sumRows({ dialect, snapshot }: From, table: Table, watch: CopyWatch): Promise<TableSum> {
  const sum = new TableSum(table.columns);
  for await (const rows of snapshot.batches(selectAll(dialect, table), BATCH)) {
    for (const row of rows) sum.add(row);
    await watch.handled(rows.length);
  }
  return sum;
}
