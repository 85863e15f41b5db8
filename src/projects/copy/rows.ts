import type { Connection, Dialect, Snapshot } from '../../dialects/dialect.ts';
import type { Table } from '../../schema/column.ts';
import { selectAll } from '../table-rows.ts';
import { portableValue } from './canonical.ts';
import { TableSum } from './table-sum.ts';

const BATCH = 500;

/** A database that is read, by its dialect. */
export interface From {
  readonly dialect: Dialect;
  readonly snapshot: Snapshot;
}

/** Writes the rows of a table into one of the same form; answers what has been read. */
export async function copyRows(from: From, to: Dialect, connection: Connection, table: Table): Promise<TableSum> {
  const sum = new TableSum(table.columns);
  const columns = table.columns.map(({ name }) => name);
  const text = to.printer.insert({ table: table.name, columns }, null);
  for await (const rows of from.snapshot.batches(selectAll(from.dialect, table), BATCH)) {
    for (const row of rows) sum.add(row);
    const writes = rows.map((row) =>
      connection.run({
        text,
        parameters: table.columns.map((column, index) => portableValue(row[index] ?? null, column)),
      }),
    );
    await Promise.all(writes);
  }
  return sum;
}

/** Sums up the rows of a table as they stand. */
export async function sumRows({ dialect, snapshot }: From, table: Table): Promise<TableSum> {
  const sum = new TableSum(table.columns);
  for await (const rows of snapshot.batches(selectAll(dialect, table), BATCH)) for (const row of rows) sum.add(row);
  return sum;
}
