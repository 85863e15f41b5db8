import { TableRows } from '../../persistence/table-rows.ts';
import { tightenTable } from '../../persistence/tables.ts';
import type { SchemaTransaction } from '../../persistence/transaction.ts';
import type { Table } from '../../schema/column.ts';
import type { TableStep } from '../../schema/table-step.ts';

/**
 * Makes restored columns required again, if every row got its values back. Rows that are newer than the change have
 * none.
 */
export async function tighten(
  tx: SchemaTransaction,
  { from, to }: Extract<TableStep, { kind: 'keep' }>,
  present: Table,
  lenient: Table,
  strict: Table,
): Promise<void> {
  const [key] = from.columns.filter(({ primaryKey }) => primaryKey);
  if (!key || JSON.stringify(strict.columns) === JSON.stringify(lenient.columns)) return;
  const values = { table: { ...from, name: to }, column: key.name };
  const rows = new TableRows(tx.context.store.dialect, present);
  const newer = await rows.find(tx.reader, [[key.name, 'not in all', values]], key.name, 1, { columns: [key.name] });
  if (newer.length === 0) await tightenTable(tx, lenient, strict);
}
