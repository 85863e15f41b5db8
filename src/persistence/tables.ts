import type { Collection } from '../schema/collection.ts';
import type { Table } from '../schema/column.ts';
import { tidied } from '../schema/table-index.ts';
import { type TableStep, tableOf } from '../schema/table-step.ts';
import { refuseData } from './data-fits.ts';
import type { SchemaTransaction } from './transaction.ts';

/** Makes a table, inside the schema change under way. */
export async function createTable(tx: SchemaTransaction, table: Table): Promise<void> {
  tx.tables.set(table.name, table);
  await apply(tx, { kind: 'create', table });
}

/**
 * Gives a table another form, inside the schema change under way; returns it as it is then, without the indexes that
 * its columns do not bear any more. Error 404 where the data does not allow it.
 */
export async function alterTable(tx: SchemaTransaction, before: Table, wanted: Table): Promise<Table> {
  const after = tidied(wanted);
  await refuseData(tx, before, after);
  await apply(tx, { kind: 'alter', before, after });
  tx.tables.set(after.name, after);
  return after;
}

/** The table of a collection as the schema change under way has left it. */
export function currentTable({ tables }: SchemaTransaction, { table }: Collection): Table {
  return tables.get(table.name) ?? table;
}

/** Drops a table with its rows, inside the schema change under way. */
export function dropTable(tx: SchemaTransaction, name: string): Promise<void> {
  return apply(tx, { kind: 'drop', table: name });
}

async function apply({ change, changes }: SchemaTransaction, step: TableStep): Promise<void> {
  await change.apply(step);
  changes.add({ kind: 'rows', collection: tableOf(step), action: 'update' });
}
