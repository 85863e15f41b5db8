import { ApiError } from '../../errors/api-error.ts';
import { userIdOf } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import { changeSchema } from '../../persistence/in-transaction.ts';
import { RULES } from '../../persistence/item-rules.ts';
import { removeCollection } from '../../persistence/remove-collection.ts';
import { equals } from '../../persistence/row-statements.ts';
import { entryWithId, updateEntry } from '../../persistence/schema-change/entries.ts';
import { restoreRows } from '../../persistence/schema-change/roll.ts';
import { alterTable, createTable, dropTable, restoreTable } from '../../persistence/tables.ts';
import type { SchemaTransaction } from '../../persistence/transaction.ts';
import type { FormerRow } from '../../persistence/undo-log.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Table } from '../../schema/column.ts';
import { schemaChanges } from '../../schema/internal/schema-changes.ts';
import { collectionOf } from '../../schema/schema.ts';
import { relations } from '../../schema/system/relations.ts';
import { type TableStep, tableOf } from '../../schema/table-step.ts';
import { changesRelation, notifyOfUndo } from './notify.ts';
import { refuseBlocked } from './outlook.ts';
import { restoreRelation } from './relation-events.ts';
import { lenient, tableBefore } from './table-before.ts';
import { tighten } from './tighten.ts';

/**
 * Undoes a schema change: the tables, the values that were kept, and the rows that describe them. The undo is a schema
 * change itself. Errors 203, 12, 404. (Contract, S-182.)
 */
export async function undoChange(context: Context, id: string): Promise<void> {
  if (!(await context.store.hasInternalTable(schemaChanges))) throw new ApiError('itemWithIdNotFound', { id });
  await changeSchema(context, async (tx) => {
    const change = await entryWithId(context, id, tx.reader);
    await refuseBlocked(context, change, tx.reader);
    const { collection, fields } = change.what;
    tx.changes.add({ kind: 'undone', entry: change.id, collection, fields });
    await notifyOfUndo(tx, change);
    const { steps = [], former = [] } = change.entry ?? {};
    for (const step of steps.toReversed()) await undoStep(tx, steps, step);
    await restoreFormer(tx, former, await changesRelation(tx, change));
    const values = { undone_at: context.now.getTime(), undone_by: userIdOf(context.caller) };
    await updateEntry(tx, context.store, change.id, values);
  });
}

type Steps = readonly TableStep[];
type Keep = Extract<TableStep, { kind: 'keep' }>;
type Alter = Extract<TableStep, { kind: 'alter' }>;

async function undoStep(tx: SchemaTransaction, steps: Steps, step: TableStep): Promise<void> {
  if (step.kind === 'create') return dropCreated(tx, step.table);
  if (step.kind === 'revive') return dropTable(tx, presentTable(tx, step.table));
  if (step.kind === 'retire') return restoreTable(tx, { kind: 'revive', table: step.table, from: step.to });
  if (step.kind === 'drop') return recreate(tx, keptOf(steps, step));
  if (step.kind === 'alter') return alterBack(tx, keptOf(steps, step), step);
}

/** Removes a collection as if it were deleted, with everything that has come to refer to it since. */
async function dropCreated(tx: SchemaTransaction, table: Table): Promise<void> {
  const collection = tx.context.store.catalog.schema.collections.get(table.name);
  return collection ? removeCollection(tx, collection) : dropTable(tx, presentTable(tx, table));
}

const keptOf = (steps: Steps, step: TableStep): Keep | undefined =>
  steps.find((each): each is Keep => each.kind === 'keep' && each.from.name === tableOf(step));

async function recreate(tx: SchemaTransaction, kept: Keep | undefined): Promise<void> {
  if (!kept) return;
  const { from: table, to, columns } = kept;
  await createTable(tx, table);
  await restoreTable(tx, { kind: 'restore', from: to, to: table, columns, whole: true });
}

async function alterBack(tx: SchemaTransaction, kept: Keep | undefined, step: Alter): Promise<void> {
  const present = presentTable(tx, step.after);
  const former = tableBefore(step, present);
  const overwritten = kept?.columns.filter((name) => has(present, name) && !isKey(kept.from, name)) ?? [];
  const table = await alterTable(tx, present, lenient(former, step), overwritten);
  if (!kept) return;
  await restoreTable(tx, { kind: 'restore', from: kept.to, to: table, columns: kept.columns, whole: false });
  await tighten(tx, kept, present, table, former);
}

const has = ({ columns }: Table, name: string): boolean => columns.some((column) => column.name === name);
const isKey = ({ columns }: Table, name: string): boolean =>
  columns.some((column) => column.name === name && column.primaryKey);

function presentTable({ tables, context }: SchemaTransaction, table: Table): Table {
  return tables.get(table.name) ?? context.store.catalog.schema.collections.get(table.name)?.table ?? table;
}

/** Restores rows to their former state, the last change first, in a way that the transaction can roll back. */
async function restoreFormer(
  tx: SchemaTransaction,
  former: readonly FormerRow[],
  isOfRelation: boolean,
): Promise<void> {
  const { schema } = tx.context.store.catalog;
  for (const each of former.toReversed()) {
    const { table } = each;
    const collection: Collection = table === RULES.name ? RULES : collectionOf(schema, table);
    const restore = (): Promise<void> => restoreRow(tx, collection, each);
    if (isOfRelation && table === relations.name) await restoreRelation(tx, collection, each, restore);
    else await restore();
  }
}

async function restoreRow(tx: SchemaTransaction, collection: Collection, former: FormerRow): Promise<void> {
  const { table, key, row } = former;
  const before = tx.undo?.former.length ?? 0;
  await tx.undo?.changing(collection, equals(key.column, key.value, key.kind));
  if (tx.undo?.former.length === before && row) tx.undo.insertedInto(table, key);
  await restoreRows({ connection: tx.connection, dialect: tx.context.store.dialect }, [former]);
  tx.changes.add({ kind: 'rows', collection: table });
}
