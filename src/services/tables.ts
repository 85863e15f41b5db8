import type { Table } from '../schema/column.ts';
import { type TableStep, tableOf } from '../schema/table-step.ts';
import { refuseData } from './data-fits.ts';
import type { SchemaWriting } from './writing.ts';

/** Makes a table, inside the schema change under way. */
export function createTable(writing: SchemaWriting, table: Table): Promise<void> {
  return apply(writing, { kind: 'create', table });
}

/** Gives a table another form, inside the schema change under way. Error 404 where the data does not allow it. */
export async function alterTable(writing: SchemaWriting, before: Table, after: Table): Promise<void> {
  await refuseData(writing, before, after);
  await apply(writing, { kind: 'alter', before, after });
}

/** Drops a table with its rows, inside the schema change under way. */
export function dropTable(writing: SchemaWriting, name: string): Promise<void> {
  return apply(writing, { kind: 'drop', table: name });
}

async function apply({ change, touched }: SchemaWriting, step: TableStep): Promise<void> {
  await change.apply(step);
  touched.add(tableOf(step));
}
