import type { Dialect, Reader } from '../../dialects/dialect.ts';
import { outbox, withoutPayload } from '../../schema/internal/outbox.ts';
import type { Stored } from '../../schema/stored.ts';
import { messageOf } from '../../shared/message-of.ts';
import { DAY_MS, HOUR_MS } from '../../shared/time-units.ts';
import type { Condition } from '../conditions.ts';
import { dueTime, isDue } from '../due.ts';
import { removeKeys } from '../remove-rows.ts';
import type { Store } from '../store.ts';
import { type TableRow, TableRows } from '../table-rows.ts';
import { HeldJob, LEASE_MS } from './held-job.ts';
import { type Delivered, DeliveryFailure, type DueJob, type JobKind, PermanentFailure } from './job.ts';
import { openPayload } from './payload.ts';
import type { ReceiverQueues } from './receiver-queues.ts';

/** The handlers of each kind of job; they throw on failure. */
export type Handlers = Readonly<Record<JobKind, (job: DueJob) => Promise<Delivered | undefined>>>;

/** Kinds whose deliveries can be replayed, so that their payload is kept. */
export const REPEATABLE: ReadonlySet<string> = new Set<JobKind>(['webhook']);

const BATCH = 20;
/** How many ended jobs are removed at a time. */
const FORGOTTEN = 500;
/** Pauses before each retry: five seconds to half a day, a day and a half in all. */
const PAUSES_MS = [5, 30, 120, 600, 1800, 7200, 21_600, 43_200, 43_200].map((seconds) => seconds * 1000);
const MAX_PAUSE_MS = Math.max(...PAUSES_MS);
/** The longest wait that a receiver may ask for. */
const MAX_WAIT_MS = HOUR_MS;
/** How long finished jobs are kept for inspection; failed ones can be replayed until then. */
const KEPT_MS = { done: 7 * DAY_MS, failed: 30 * DAY_MS };

/**
 * Starts the due jobs whose receivers have a free slot. Returns when the next one is due, in milliseconds since 1970;
 * null if none is left, or the remaining ones wait for a slot. Of several servers that share the outbox, one runs each
 * job.
 */
export async function beginDue(
  store: Store,
  handlers: Handlers,
  queues: ReceiverQueues,
  now: () => number,
): Promise<number | null> {
  const rows = new TableRows(store.dialect, outbox);
  const part = { columns: withoutPayload };
  const run = { store, rows, handlers, queues, now };
  for (;;) {
    const where = [...open(queues), isDue(now(), MAX_PAUSE_MS)];
    const due = await rows.find(store.database, where, 'due_at', BATCH, part);
    let begun = 0;
    for (const row of due) if (await begin(run, row)) begun++;
    if (begun === 0) break;
  }
  for (const [status, kept] of Object.entries(KEPT_MS)) await forgetEnded(store, status, now() - kept);
  return nextDue(store.dialect, store.database, now(), open(queues));
}

/**
 * Removes some of the jobs that have ended before `until`. There may be very many, and this runs after each delivery:
 * the end of their last lease, by which they are found, is in the index, unlike the time when they ended.
 */
async function forgetEnded(store: Store, status: string, until: number): Promise<void> {
  const where: Condition[] = [
    ['status', '=', status],
    ['due_at', '<', until],
  ];
  const rows = new TableRows(store.dialect, outbox);
  const old = await rows.find(store.database, where, 'due_at', FORGOTTEN, { columns: ['id'] });
  await removeKeys(
    store,
    outbox,
    old.map(({ id }) => Number(id)),
  );
}

/**
 * When the first job is due, in milliseconds since 1970; by default among all that have not ended. Null if there is
 * none.
 */
export async function nextDue(
  dialect: Dialect,
  reader: Reader,
  now: number,
  conditions = PENDING,
): Promise<number | null> {
  const [next] = await new TableRows(dialect, outbox).find(reader, conditions, 'due_at', 1, { columns: ['due_at'] });
  return next ? dueTime(Number(next.due_at), now, MAX_PAUSE_MS) : null;
}

const PENDING: readonly Condition[] = [['status', '=', 'pending']];

/** Conditions on jobs that wait for their time, not for a slot. */
function open(queues: ReceiverQueues): Condition[] {
  return [
    ...PENDING,
    ...(queues.isFull ? [['lane', '=', 'mail'] as const] : []),
    ...queues.full().map((queue) => ['lane', '<>', queue] as const),
  ];
}

/** What the jobs of an outbox run with. */
interface Run {
  readonly store: Store;
  readonly rows: TableRows;
  readonly handlers: Handlers;
  readonly queues: ReceiverQueues;
  readonly now: () => number;
}

/** Leases a job and starts it; false if there is no free slot, or another process was faster. */
async function begin(run: Run, row: TableRow): Promise<boolean> {
  const { store, rows, queues, now } = run;
  const queue = String(row.lane);
  if (!queues.hasRoom(queue)) return false;
  const payload = await payloadOf(store, rows, row);
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
  if (taken > 0) queues.run(queue, () => attempt(run, { ...row, payload, due_at: lease }));
  return taken > 0;
}

async function attempt(run: Run, row: TableRow): Promise<void> {
  const held = new HeldJob(run.rows, run.store.database, row, run.now);
  await held.end(await resultOf(run, row));
}

async function payloadOf({ database }: Store, rows: TableRows, { id = null }: TableRow): Promise<Stored> {
  const [row] = await rows.find(database, [['id', '=', id]], 'id', 1, { columns: ['payload'] });
  return row?.payload ?? null;
}

/** Runs a job, and returns what to record about it. */
async function resultOf({ store, handlers, now }: Run, row: TableRow): Promise<TableRow> {
  const kind = String(row.kind) as JobKind;
  const isKept = REPEATABLE.has(kind);
  try {
    const { answered = null, answer = null } = (await handlers[kind](toJob(store, row))) ?? {};
    const payload = isKept ? withAnswer(row, answer) : '{}';
    return { status: 'done', payload, answered, error: null, ended_at: now() };
  } catch (error) {
    const payload = isKept ? withAnswer(row, answerIn(error)) : (row.payload ?? null);
    return { ...afterFailure(attemptsOf(row), error, now()), payload };
  }
}

/** The unsealed payload, with what is kept of the last answer. */
const withAnswer = ({ payload }: TableRow, answer: object | null): string =>
  JSON.stringify({ ...(JSON.parse(String(payload)) as object), answer });

const answerIn = (failure: unknown): object | null => (failure instanceof DeliveryFailure ? failure.answer : null);

const attemptsOf = (row: TableRow): number => Number(row.attempts) + 1;

function toJob(store: Store, row: TableRow): DueJob {
  const attempts = attemptsOf(row);
  return {
    kind: String(row.kind) as JobKind,
    queue: String(row.lane),
    subject: String(row.subject),
    payload: openPayload(store, { kind: String(row.kind), payload: String(row.payload), attempts }),
    attempts,
  };
}

function afterFailure(attempts: number, failure: unknown, now: number): TableRow {
  const pause = failure instanceof PermanentFailure ? undefined : PAUSES_MS[attempts - 1];
  const error = messageOf(failure).slice(0, 1000);
  const { answered, waitMs } = failure instanceof DeliveryFailure ? failure : { answered: null, waitMs: null };
  const wait = Math.min(waitMs ?? 0, MAX_WAIT_MS);
  return pause === undefined
    ? { status: 'failed', answered, error, ended_at: now }
    : { status: 'pending', answered, error, due_at: now + Math.max(pause, wait) };
}
