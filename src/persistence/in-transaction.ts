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
import type { Store } from './store.ts';
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
 * of the catalogue. If another server has just removed a table or column, `work` is repeated with a reloaded schema, so
 * it must take collections and fields from the present catalogue.
 */
export function inTransaction<T>(context: Context, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return committedOnce(context, work, { replans: true });
}

interface Manner {
  /** Whether `work` plans everything again when it is repeated. */
  readonly replans: boolean;
  readonly lock?: WriteLock | undefined;
}

async function committedOnce<T>(
  context: Context,
  work: (tx: Transaction) => Promise<T>,
  { replans, lock }: Manner,
): Promise<T> {
  const { store } = context;
  const startOver = context.joint?.budget.mark();
  const attempt = (tries: number) =>
    store.database.transaction(
      async (connection) => {
        startOver?.();
        const changes = new Changes();
        const done = await work({ kind: 'transaction', context, connection, reader: connection, changes });
        return { done, changes };
      },
      { lock: tries === 1 ? lock : undefined, repeatable: true },
    );
  const { done, changes } = await repeated(context, attempt, replans);
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
 * Like {@link inTransaction}, for writes of items that may have been planned before. If the items describe the schema,
 * tables change with them. With a lock key, the first attempt runs concurrently with others, and retries after a
 * conflict run exclusively. Unless `work` replans, throws {@link OutdatedSchema} if the schema has changed since.
 */
export function writeTo<T>(
  context: Context,
  { name }: Collection,
  work: (tx: Transaction) => Promise<T>,
  { lock, replans = false }: Partial<Manner> = {},
): Promise<T> {
  return name === 'directus_relations' ? changeSchema(context, work) : committedOnce(context, work, { lock, replans });
}

async function repeated<T>(context: Context, attempt: (tries: number) => Promise<T>, replans = false): Promise<T> {
  const { store } = context;
  for (let tries = 1; ; tries++) {
    const { catalog } = store;
    try {
      return await attempt(tries);
    } catch (error) {
      const failure = refusalOf(context, error);
      if (replans && failure instanceof OutdatedSchema && tries < TRIES) await store.outdated(catalog);
      else if (!isTransient(context, error)) throw failure;
      else if (tries >= TRIES) throw new ApiError('databaseBusy');
      else await removeObstacle(store, error, tries);
    }
  }
}

/** Creates the missing table, or waits for the others. */
async function removeObstacle(store: Store, error: unknown, tries: number): Promise<void> {
  if (error instanceof TableMissing) await store.internalTable(error.table);
  else await new Promise((done) => setTimeout(done, PAUSE_MS * 2 ** tries * Math.random()));
}

function isTransient({ store }: Scope, error: unknown): boolean {
  return error instanceof TableMissing || store.dialect.classify(error)?.kind === 'busy';
}

function refusalOf({ store }: Scope, error: unknown): unknown {
  const failure = error instanceof ApiError ? null : store.dialect.classify(error);
  if (failure?.kind === 'schema') return new OutdatedSchema();
  return databaseRefusal(failure) ?? error;
}
