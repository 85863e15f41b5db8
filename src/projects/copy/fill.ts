import type { Connection, Database, Dialect } from '../../dialects/dialect.ts';
import { runStatements } from '../../dialects/run-statements.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import type { TableSum } from '../../persistence/portable/table-sum.ts';
import { withTextsFor } from '../../persistence/text-indexes.ts';
import type { Table } from '../../schema/column.ts';
import { messageOf } from '../../shared/message-of.ts';
import { copyRows, type From, sumRows } from './rows.ts';
import { CopyEnded, type CopyWatch } from './watch.ts';

/** The checksums of each table as it was read, by name. */
export type Sums = ReadonlyMap<string, TableSum>;

/**
 * Creates the tables with their rows and auto-increment counters. Error 12 names the table that the engine cannot hold.
 */
export function fill(
  from: From,
  to: Dialect,
  database: Database,
  tables: readonly Table[],
  watch: CopyWatch,
): Promise<Sums> {
  const work = async (connection: Connection): Promise<Sums> => {
    for (const table of tables) await naming(table, () => createTable(to, connection, table));
    const sums = new Map<string, TableSum>();
    for (const table of tables) {
      watch.enters(table.name);
      sums.set(table.name, await naming(table, () => copyRows(from, to, connection, table, watch)));
    }
    await continueCounting(to, connection, tables, await from.dialect.counters(from.snapshot));
    return sums;
  };
  return database.transaction(work, { large: true });
}

/** Creates a table, without the text indexes that its new database cannot have. */
export async function createTable(to: Dialect, connection: Connection, table: Table): Promise<void> {
  await runStatements(connection, to.ddl.create(await withTextsFor(to, connection, table)));
}

/** Runs `work` on a table; an error 12 names the table. */
export async function naming<T>({ name }: Table, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CopyEnded) throw error;
    const reason = messageOf(error);
    throw unprocessable(`The table "${name}" cannot be copied: ${reason}`);
  }
}

/** Makes the auto-increment counters of tables continue at the given values. */
export async function continueCounting(
  to: Dialect,
  connection: Connection,
  tables: readonly Table[],
  counters: ReadonlyMap<string, bigint>,
): Promise<void> {
  for (const { name, columns } of tables) {
    const column = columns.find(({ autoIncrement }) => autoIncrement);
    const next = counters.get(name);
    if (column && next !== undefined && next > 0n)
      await runStatements(connection, to.ddl.count(name, column.name, next));
  }
}

/** Reads everything back and compares. Error 12 names the first table that differs. */
export async function compare(copy: From, tables: readonly Table[], sums: Sums, watch: CopyWatch): Promise<void> {
  for (const table of tables) {
    watch.enters(table.name);
    const read = sums.get(table.name);
    const written = await sumRows(copy, table, watch);
    if (read?.equals(written)) continue;
    const reason = `The table "${table.name}" reads back otherwise: ${read?.rows} rows (${read?.checksum}) became ${written.rows} (${written.checksum})`;
    throw unprocessable(reason);
  }
}

/** Reads the original again. Error 12 if it has changed since it was copied. */
export async function requireUnchanged(
  original: From,
  tables: readonly Table[],
  sums: Sums,
  watch: CopyWatch,
): Promise<void> {
  for (const table of tables) {
    watch.enters(table.name);
    const now = await sumRows(original, table, watch);
    if (sums.get(table.name)?.equals(now)) continue;
    const reason = `Somebody has written to the table "${table.name}" meanwhile: end what writes to this database, and try again`;
    throw unprocessable(reason);
  }
}
