import type { Collection } from '../schema/collection.ts';
import type { Table } from '../schema/column.ts';
import { tidied } from '../schema/table-index.ts';
import { type TableStep, tableOf } from '../schema/table-step.ts';
import { misfitsIn, refuseData } from './data-fits.ts';
import type { SchemaTransaction } from './transaction.ts';

/** Creates a table within the current schema change. */
export async function createTable(tx: SchemaTransaction, table: Table): Promise<void> {
  tx.tables.set(table.name, table);
  await apply(tx, { kind: 'create', table });
}

/**
 * Alters a table within the current schema change. Returns the resulting table, without the indexes that its columns no
 * longer allow. Error 404 if the data does not allow the change.
 */
export async function alterTable(tx: SchemaTransaction, before: Table, wanted: Table): Promise<Table> {
  const after = tidied(wanted);
  const { draft } = tx.context;
  if (draft) draft.misfits.push(...(await misfitsIn(tx, before, after)));
  else await refuseData(tx, before, after);
  await apply(tx, { kind: 'alter', before, after });
  tx.tables.set(after.name, after);
  return after;
}

/** The table of a collection as the current schema change has left it. */
export function currentTable({ tables }: SchemaTransaction, { table }: Collection): Table {
  return tables.get(table.name) ?? table;
}

/** Drops a table with its rows within the current schema change. */
export function dropTable(tx: SchemaTransaction, name: string): Promise<void> {
  return apply(tx, { kind: 'drop', table: name });
}

async function apply({ change, changes }: SchemaTransaction, step: TableStep): Promise<void> {
  await change.apply(step);
  changes.add({ kind: 'rows', collection: tableOf(step), action: 'update' });
}
