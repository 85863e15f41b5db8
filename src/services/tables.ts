import type { Collection } from '../schema/collection.ts';
import type { Table } from '../schema/column.ts';
import { tidied } from '../schema/table-index.ts';
import { type TableStep, tableOf } from '../schema/table-step.ts';
import { refuseData } from './data-fits.ts';
import type { SchemaWriting } from './writing.ts';

/** Makes a table, inside the schema change under way. */
export async function createTable(writing: SchemaWriting, table: Table): Promise<void> {
  writing.tables.set(table.name, table);
  await apply(writing, { kind: 'create', table });
}

/**
 * Gives a table another form, inside the schema change under way; returns it as it is then, without the indexes that
 * its columns do not bear any more. Error 404 where the data does not allow it.
 */
export async function alterTable(writing: SchemaWriting, before: Table, wanted: Table): Promise<Table> {
  const after = tidied(wanted);
  await refuseData(writing, before, after);
  await apply(writing, { kind: 'alter', before, after });
  writing.tables.set(after.name, after);
  return after;
}

/** The table of a collection as the schema change under way has left it. */
export function currentTable({ tables }: SchemaWriting, { table }: Collection): Table {
  return tables.get(table.name) ?? table;
}

/** Drops a table with its rows, inside the schema change under way. */
export function dropTable(writing: SchemaWriting, name: string): Promise<void> {
  return apply(writing, { kind: 'drop', table: name });
}

async function apply({ change, touched }: SchemaWriting, step: TableStep): Promise<void> {
  await change.apply(step);
  touched.add(tableOf(step));
}
