import { randomBytes } from 'node:crypto';
import { ApiError } from '../errors/api-error.ts';
import type { Collection } from '../schema/collection.ts';
import type { Column, Table } from '../schema/column.ts';
import { KEPT_PREFIX } from '../schema/internal/internal-table.ts';
import { tidied } from '../schema/table-index.ts';
import { type TableStep, tableOf } from '../schema/table-step.ts';
import { changesValue } from './changed-values.ts';
import { columnChanges, misfitsIn, refuseData } from './data-fits.ts';
import { isLarge } from './tally.ts';
import { refuseTextIndexes } from './text-indexes.ts';
import type { SchemaTransaction } from './transaction.ts';

/** Creates a table within the current schema change. Error 12 if one of its text indexes is not possible. */
export async function createTable(tx: SchemaTransaction, table: Table): Promise<void> {
  refuseColumns(tx, table);
  await refuseTextIndexes(tx, null, table);
  tx.tables.set(table.name, table);
  await apply(tx, { kind: 'create', table });
}

/**
 * Alters a table within the current schema change. Returns the resulting table, without the indexes that its columns no
 * longer allow. Removed values are kept, and so are those of columns that will be `overwritten`. Error 404 if the data
 * does not allow the change.
 */
export async function alterTable(
  tx: SchemaTransaction,
  before: Table,
  wanted: Table,
  overwritten: readonly string[] = [],
): Promise<Table> {
  const after = tidied(wanted);
  refuseColumns(tx, after);
  await refuseTextIndexes(tx, before, after);
  const { draft } = tx.context;
  if (draft) draft.misfits.push(...(await misfitsIn(tx, before, after)));
  else await refuseData(tx, before, after);
  await keepLost(tx, before, after, overwritten);
  await apply(tx, { kind: 'alter', before, after });
  tx.tables.set(after.name, after);
  return after;
}

/** Throws error 12 if the engine's tables cannot have that many columns. */
function refuseColumns({ context }: SchemaTransaction, { columns }: Table): void {
  const { columns: limit } = context.store.dialect.capabilities;
  if (columns.length > limit) throw new ApiError('tooManyFields', { limit });
}

/** The table of a collection in the state that the current schema change has left it in. */
export function currentTable({ tables }: SchemaTransaction, { table }: Collection): Table {
  return tables.get(table.name) ?? table;
}

/**
 * Drops a table with its rows within the current schema change. The rows are kept under another name, or as a copy if
 * other objects would follow the renamed table.
 */
export async function dropTable(tx: SchemaTransaction, table: Table): Promise<void> {
  if (tx.keeps && !(await tx.context.store.dialect.isReferredTo(tx.connection, table.name)))
    return apply(tx, { kind: 'retire', table, to: keptName() });
  await keep(tx, table, copied(table.columns));
  await apply(tx, { kind: 'drop', table: table.name, indexes: table.indexes ?? [] });
}

/** Restores what was kept of a table, within the current schema change. */
export async function restoreTable(
  tx: SchemaTransaction,
  step: Extract<TableStep, { kind: 'restore' | 'revive' }>,
): Promise<void> {
  await apply(tx, step);
  if (step.kind === 'revive') tx.tables.set(step.table.name, step.table);
}

/** Makes columns of a table required again, within the current schema change, once their values have been restored. */
export async function tightenTable(tx: SchemaTransaction, before: Table, after: Table): Promise<void> {
  await apply(tx, { kind: 'tighten', before, after });
  tx.tables.set(after.name, after);
}

/**
 * Keeps the values that a change of a table removes, and those of the columns in `more`, with the keys of their rows.
 */
async function keepLost(tx: SchemaTransaction, before: Table, after: Table, more: readonly string[]): Promise<void> {
  const kept = new Set(after.columns.map(({ name }) => name));
  const cut = columnChanges(before, after).flatMap((change) => (changesValue(change) ? [change.before.name] : []));
  const lost = before.columns.filter(({ name }) => !kept.has(name) || cut.includes(name) || more.includes(name));
  const keys = before.columns.filter(({ primaryKey }) => primaryKey);
  if (copied(lost).length > 0 && keys.length === 1) await keep(tx, before, [...keys, ...copied(lost)]);
}

/** Generated columns are not copied, because the engine computes them. */
const copied = (columns: readonly Column[]): Column[] =>
  columns.filter(({ native }) => native?.generated === undefined);

async function keep(tx: SchemaTransaction, from: Table, columns: readonly Column[]): Promise<void> {
  if (!tx.keeps || columns.length === 0) return;
  if (await isLarge(tx.connection, tx.context.store.dialect, from.name)) return;
  await apply(tx, { kind: 'keep', from, columns: columns.map(({ name }) => name), to: keptName() });
}

const keptName = (): string => `${KEPT_PREFIX}${randomBytes(8).toString('hex')}`;

async function apply({ change, changes }: SchemaTransaction, step: TableStep): Promise<void> {
  await change.apply(step);
  changes.add({ kind: 'rows', collection: tableOf(step) });
}
