import { outbox } from '../../schema/own/outbox.ts';
import type { Store } from '../store.ts';
import { TableRows } from '../table-rows.ts';
import { TableMissing, type Writing } from '../writing.ts';
import type { Job } from './job.ts';
import { storedPayload } from './payload.ts';

/** To be asked before the transaction that puts something into the outbox. Error 11. */
export function openOutbox(store: Store): Promise<void> {
  return store.ownTable(outbox);
}

/**
 * Puts a job into the outbox; it leaves when the transaction has committed, and never when it has not. A transaction that
 * meets no outbox is made again with one.
 */
export async function enqueue(writing: Writing, job: Job): Promise<void> {
  try {
    await insert(writing, job);
  } catch (error) {
    const missing = writing.context.store.dialect.classify(error)?.kind === 'schema';
    throw missing ? new TableMissing(outbox) : error;
  }
}

async function insert(writing: Writing, job: Job): Promise<void> {
  const { store, now } = writing.context;
  const { kind, lane = 'mail', subject } = job;
  await new TableRows(store.dialect, outbox).insert(writing.connection, {
    kind,
    lane,
    subject: subject.slice(0, 255),
    payload: storedPayload(store, job),
    status: 'pending',
    attempts: 0,
    created_at: now.getTime(),
    due_at: now.getTime(),
  });
  writing.touched.add(outbox.name);
}
