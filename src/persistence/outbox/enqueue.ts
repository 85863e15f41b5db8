import { outbox } from '../../schema/internal/outbox.ts';
import { TableMissing } from '../in-transaction.ts';
import type { Store } from '../store.ts';
import { TableRows } from '../table-rows.ts';
import type { Transaction } from '../transaction.ts';
import type { Job } from './job.ts';
import { storedPayload } from './payload.ts';

/** Must be called before a transaction that adds to the outbox. Error 11. */
export function openOutbox(store: Store): Promise<void> {
  return store.internalTable(outbox);
}

/**
 * Adds a job to the outbox. It is delivered only after the transaction commits. If the outbox is missing, it is created
 * and the transaction retried.
 */
export async function enqueue(tx: Transaction, job: Job): Promise<void> {
  try {
    await insert(tx, job);
  } catch (error) {
    const missing = tx.context.store.dialect.classify(error)?.kind === 'schema';
    throw missing ? new TableMissing(outbox) : error;
  }
}

async function insert(tx: Transaction, job: Job): Promise<void> {
  const { store, now } = tx.context;
  const { kind, queue = 'mail', subject } = job;
  await new TableRows(store.dialect, outbox).insert(tx.connection, {
    kind,
    lane: queue,
    subject: subject.slice(0, 255),
    payload: storedPayload(store, job),
    status: 'pending',
    attempts: 0,
    created_at: now.getTime(),
    due_at: now.getTime(),
  });
  tx.changes.add({ kind: 'rows', collection: outbox.name });
}
