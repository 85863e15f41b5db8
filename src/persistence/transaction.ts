import type { Connection, WriteLock } from '../dialects/dialect.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Table } from '../schema/column.ts';
import type { Context } from './context.ts';
import { databaseRefusal } from './database-refusal.ts';
import { Latest } from './latest.ts';
import type { SchemaChange } from './store.ts';
import type { UndoLog } from './undo-log.ts';

/** A transaction under way: everything one request writes. */
export interface Transaction {
  readonly context: Context;
  readonly connection: Connection;
  /** Collections written to; what is remembered of them is forgotten after the commit. */
  readonly touched: Set<string>;
  /** What is done when the rows are safe; it must be able to fail without harm. */
  readonly afterCommit: (() => Promise<void>)[];
  readonly latest: Latest;
  /** Keeps rows as they were, where the transaction alone cannot undo the whole. */
  readonly undo?: UndoLog | undefined;
}

/** A change of the schema under way: tables change too. */
export interface SchemaTransaction extends Transaction {
  readonly change: SchemaChange;
  /** Tables as this change leaves them, by their names. */
  readonly tables: Map<string, Table>;
}

/** Whether what is under way may change tables. */
export function changesSchema(tx: Transaction): tx is SchemaTransaction {
  return 'change' in tx;
}

/** Thrown inside a transaction that needs a table of Octavo's own: it is made, and the transaction tried again. */
export class TableMissing extends Error {
  readonly table: Table;

  constructor(table: Table) {
    super(`the table ${table.name} is missing`);
    this.table = table;
  }
}

const TRIES = 4;
const PAUSE_MS = 15;

/**
 * Runs `work` in one transaction: all of it happens or nothing does. Transient conflicts are tried again a few times;
 * errors of the database become errors of the catalogue. What runs beside others and meets a conflict is alone then.
 */
export function inTransaction<T>(
  context: Context,
  work: (tx: Transaction) => Promise<T>,
  lock?: WriteLock,
): Promise<T> {
  const { store } = context;
  return repeated(context, async (touched, tries) => {
    const afterCommit: Transaction['afterCommit'] = [];
    const result = await store.database.transaction(
      (connection) => work({ context, connection, touched, afterCommit, latest: new Latest() }),
      tries === 1 ? lock : undefined,
    );
    await store.committed(touched);
    await finish(afterCommit);
    return result;
  });
}

/** The same for a change of the schema, alone among such changes. */
export function changeSchema<T>(context: Context, work: (tx: SchemaTransaction) => Promise<T>): Promise<T> {
  return repeated(context, async (touched) => {
    const afterCommit: Transaction['afterCommit'] = [];
    const result = await context.store.changingSchema((change) =>
      work({
        context,
        connection: change.connection,
        touched,
        afterCommit,
        latest: new Latest(),
        change,
        undo: change.undo,
        tables: new Map(),
      }),
    );
    await finish(afterCommit);
    return result;
  });
}

async function finish(tasks: Transaction['afterCommit']): Promise<void> {
  for (const task of tasks) await task().catch(() => {});
}

async function repeated<T>(context: Context, attempt: (touched: Set<string>, tries: number) => Promise<T>): Promise<T> {
  const { store } = context;
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(new Set(), tries);
    } catch (error) {
      if (!isTransient(context, error)) throw translate(context, error);
      if (tries >= TRIES) throw new ApiError('databaseBusy');
      if (error instanceof TableMissing) await store.internalTable(error.table);
      else await new Promise((done) => setTimeout(done, PAUSE_MS * 2 ** tries * Math.random()));
    }
  }
}

function isTransient({ store }: Context, error: unknown): boolean {
  return error instanceof TableMissing || store.dialect.classify(error)?.kind === 'busy';
}

function translate({ store }: Context, error: unknown): unknown {
  const failure = error instanceof ApiError ? null : store.dialect.classify(error);
  // The schema has changed since the request was understood: the next attempt is understood anew.
  if (failure?.kind === 'schema') return new ApiError('databaseBusy');
  if (failure?.kind === 'value')
    return new ApiError('unprocessable', { reason: 'The database cannot hold one of the values' });
  return databaseRefusal(failure) ?? error;
}
