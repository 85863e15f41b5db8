import { outbox } from '../../schema/own/outbox.ts';
import type { Store } from '../store.ts';
import { type TableRow, TableRows } from '../table-rows.ts';
import { type DueJob, type Job, type JobKind, PermanentFailure } from './job.ts';

/** What is done with the jobs of each kind; throws when it could not be done. */
export type Handlers = Readonly<Record<JobKind, (job: DueJob) => Promise<void>>>;

const BATCH = 20;
/** Nobody else takes a job while it is being tried, unless it takes longer than this. */
const LEASE_MS = 120_000;
/** Pauses before each further attempt: half a minute to half a day, a day and a half in all. */
const PAUSES_MS = [5, 30, 120, 600, 1800, 7200, 21_600, 43_200, 43_200].map((seconds) => seconds * 1000);
/** What has been sent is kept this long for those who look for it. */
const KEPT_MS = 7 * 86_400_000;

/**
 * Tries the jobs that are due, several at a time. Returns when the next one will be, in milliseconds since 1970; null
 * when nothing is left. What several servers share, one of them takes.
 */
export async function runDue(store: Store, handlers: Handlers, now: () => number): Promise<number | null> {
  const rows = new TableRows(store.dialect, outbox);
  const due = await rows.find(
    store.database,
    [
      ['status', '=', 'pending'],
      ['due_at', '<=', now()],
    ],
    'due_at',
    BATCH,
  );
  await Promise.all(due.map((row) => attempt(store, rows, handlers, row, now)));
  await rows.delete(store.database, [
    ['status', '=', 'done'],
    ['ended_at', '<', now() - KEPT_MS],
  ]);
  const [next] = await rows.find(store.database, [['status', '=', 'pending']], 'due_at', 1);
  return next ? Number(next.due_at) : null;
}

async function attempt(
  store: Store,
  rows: TableRows,
  handlers: Handlers,
  row: TableRow,
  now: () => number,
): Promise<void> {
  const lease = now() + LEASE_MS;
  const taken = await rows.update(
    store.database,
    [
      ['id', '=', row.id ?? null],
      ['status', '=', 'pending'],
      ['due_at', '=', row.due_at ?? null],
    ],
    { due_at: lease, attempts: Number(row.attempts) + 1 },
  );
  if (taken === 0) return;
  const mine = [
    ['id', '=', row.id ?? null],
    ['due_at', '=', lease],
  ] as const;
  const job = toJob(row);
  try {
    await handlers[job.kind](job);
    await rows.update(store.database, mine, { status: 'done', payload: '{}', error: null, ended_at: now() });
  } catch (error) {
    await rows.update(store.database, mine, afterFailure(job, error, now()));
  }
}

function toJob(row: TableRow): DueJob {
  return {
    id: Number(row.id),
    kind: String(row.kind) as JobKind,
    subject: String(row.subject),
    payload: JSON.parse(String(row.payload)) as Job['payload'],
    attempts: Number(row.attempts) + 1,
  };
}

function afterFailure({ attempts }: DueJob, error: unknown, now: number): TableRow {
  const pause = error instanceof PermanentFailure ? undefined : PAUSES_MS[attempts - 1];
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 1000);
  return pause === undefined
    ? { status: 'failed', error: message, ended_at: now }
    : { status: 'pending', error: message, due_at: now + pause };
}
