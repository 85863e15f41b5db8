import type { WriteLock } from '../dialects/dialect.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Collection } from '../schema/collection.ts';
import type { Table } from '../schema/column.ts';
import { schemaChanges } from '../schema/internal/schema-changes.ts';
import { planOf, type TableStep } from '../schema/table-step.ts';
import { Changes } from './changes.ts';
import type { Context, Scope } from './context.ts';
import { OutdatedSchema } from './current-schema.ts';
import { databaseRefusal } from './database-refusal.ts';
import type { SchemaChange } from './schema-change/schema-change.ts';
import { writeChangeEntry } from './schema-change/write-entry.ts';
import type { SchemaTransaction, Transaction } from './transaction.ts';
import { UndoLog } from './undo-log.ts';

/**
 * Thrown inside a transaction that needs a missing internal table: the table is created, and the transaction retried.
 */
export class TableMissing extends Error {
  readonly table: Table;

  constructor(table: Table) {
    super(`the table ${table.name} is missing`);
    this.table = table;
  }
}

const TRIES = 6;
const PAUSE_MS = 15;

/**
 * Runs `work` in one transaction, atomically. Conflicts are retried a few times; errors of the database become errors
 * of the catalogue. With a lock key, the first attempt runs concurrently with others, and retries after a conflict run
 * exclusively. Throws {@link OutdatedSchema} if the schema has changed since the work was planned.
 */
export async function inTransaction<T>(
  context: Context,
  work: (tx: Transaction) => Promise<T>,
  lock?: WriteLock,
): Promise<T> {
  const { store } = context;
  const { done, changes } = await repeated(context, async (tries) => {
    const changes = new Changes();
    const done = await store.database.transaction(
      (connection) => work({ kind: 'transaction', context, connection, reader: connection, changes }),
      tries === 1 ? lock : undefined,
    );
    return { done, changes };
  });
  // Not retried: that would write a second time.
  await store.committed(context, changes.all);
  return done;
}

/** Whether schema changes can be undone. This needs a table that the database account may not be allowed to create. */
async function keepsEntries({ store, draft }: Context): Promise<boolean> {
  if (store.catalog.settings.undoDays === 0) return false;
  if (draft) return true;
  return store.internalTable(schemaChanges).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.entry === 'internalTableMissing') return false;
      throw error;
    },
  );
}

/**
 * Like {@link inTransaction}, for a schema change, which is exclusive among schema changes and entered in the journal.
 * If the context has a draft, everything is rolled back: throws `Drafted`.
 */
export async function changeSchema<T>(context: Context, work: (tx: SchemaTransaction) => Promise<T>): Promise<T> {
  const { store, draft } = context;
  const { done, changes, entry } = await repeated(context, async () => {
    const changes = new Changes();
    const keeps = await keepsEntries(context);
    const { done, entry } = await store.changingSchema(async (given) => {
      const steps: TableStep[] = [];
      const tx = schemaTransaction(context, given, changes, steps, keeps);
      const done = await work(tx);
      if (draft) draft.changes = changes.all;
      const former = [...(tx.undo?.former ?? [])];
      const entry = keeps && !draft ? await writeChangeEntry(tx, { steps: planOf(steps), former }) : null;
      return { done, entry };
    }, draft);
    return { done, changes, entry };
  });
  if (entry !== null) context.entries?.push(entry);
  await store.committed(context, changes.all, false);
  return done;
}

/** The transaction of a schema change, which collects its table steps. */
function schemaTransaction(
  context: Context,
  given: SchemaChange,
  changes: Changes,
  steps: TableStep[],
  keeps: boolean,
): SchemaTransaction {
  const { connection } = given;
  const undo = given.undo ?? (keeps ? new UndoLog(connection, context.store.dialect) : undefined);
  const apply = (step: TableStep): Promise<void> => {
    steps.push(step);
    return given.apply(step);
  };
  const change = { connection, apply };
  return {
    kind: 'transaction',
    context,
    connection,
    reader: connection,
    changes,
    change,
    undo,
    keeps,
    tables: new Map<string, Table>(),
  };
}

/**
 * Runs one transaction that writes items of a collection, exclusively or concurrently. If the items describe the
 * schema, tables change with them.
 */
export function writeTo<T>(
  context: Context,
  { name }: Collection,
  work: (tx: Transaction) => Promise<T>,
  lock?: WriteLock,
): Promise<T> {
  return name === 'directus_relations' ? changeSchema(context, work) : inTransaction(context, work, lock);
}

async function repeated<T>(context: Context, attempt: (tries: number) => Promise<T>): Promise<T> {
  const { store } = context;
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(tries);
    } catch (error) {
      if (!isTransient(context, error)) throw refusalOf(context, error);
      if (tries >= TRIES) throw new ApiError('databaseBusy');
      if (error instanceof TableMissing) await store.internalTable(error.table);
      else await new Promise((done) => setTimeout(done, PAUSE_MS * 2 ** tries * Math.random()));
    }
  }
}

function isTransient({ store }: Scope, error: unknown): boolean {
  return error instanceof TableMissing || store.dialect.classify(error)?.kind === 'busy';
}

function refusalOf({ store }: Scope, error: unknown): unknown {
  const failure = error instanceof ApiError ? null : store.dialect.classify(error);
  if (failure?.kind === 'schema') return new OutdatedSchema();
  if (failure?.kind === 'value')
    return new ApiError('unprocessable', { reason: 'The database cannot hold one of the values' });
  return databaseRefusal(failure) ?? error;
}
