import { outbox } from '../../schema/own/outbox.ts';
import type { Store } from '../store.ts';
import { TableRows } from '../table-rows.ts';
import type { Writing } from '../writing.ts';
import type { Job } from './job.ts';

/** To be asked before the transaction that puts something into the outbox. Error 11. */
export function openOutbox(store: Store): Promise<void> {
  return store.ownTable(outbox);
}

/** Puts a job into the outbox; it leaves when the transaction has committed, and never when it has not. */
export async function enqueue(writing: Writing, { kind, subject, payload }: Job): Promise<void> {
  const { store, now } = writing.context;
  await new TableRows(store.dialect, outbox).insert(writing.connection, {
    kind,
    subject: subject.slice(0, 255),
    payload: JSON.stringify(payload),
    status: 'pending',
    attempts: 0,
    created_at: now.getTime(),
    due_at: now.getTime(),
  });
  writing.touched.add(outbox.name);
}
