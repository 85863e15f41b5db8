import { ApiError, isRefusal } from '../../errors/api-error.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { failureColumns } from '../../persistence/jobs/job.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import {
  dueSchedules,
  nextDueSchedule,
  type Schedule,
  scheduleRows,
  takeSchedule,
  unchangedSchedule,
} from '../../persistence/schedules.ts';
import type { Store } from '../../persistence/store.ts';
import type { TableRow } from '../../persistence/table-rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { schedules } from '../../schema/internal/schedules.ts';
import { presentContext } from '../auth/owner.ts';
import { failureOf } from '../jobs/failure.ts';
import { MAX_ATTEMPTS, pauseAfter } from '../jobs/retries.ts';
import { changeStatus, type StatusChange } from './change-status.ts';

const AT_ONCE = 20;

/** Thrown if the schedule was deleted, or another server has taken it; the transaction is rolled back. */
class ScheduleLost extends Error {}

/**
 * Makes the due changes, until there are none or `signal` aborts. Returns when the next one is due; null if there is
 * none.
 */
export async function runDueSchedules(store: Store, signal: AbortSignal): Promise<number | null> {
  const { dialect, database } = store;
  if (!(await store.hasInternalTable(schedules))) return null;
  for (let taken = 1; taken > 0 && !signal.aborted; ) {
    taken = 0;
    for (const schedule of await dueSchedules(store, database, Date.now(), AT_ONCE)) {
      if (signal.aborted) break;
      if (await runOne(store, schedule)) taken++;
    }
  }
  return nextDueSchedule(dialect, database);
}

/** Tries to take and run a schedule. Returns whether this server has taken it. */
async function runOne(store: Store, schedule: Schedule): Promise<boolean> {
  const taken = await takeSchedule(store, store.database, schedule, Date.now());
  if (!taken) return false;
  try {
    if (taken.attempts > MAX_ATTEMPTS) throw new ApiError('scheduleAbandoned', { count: taken.attempts - 1 });
    await carryOut(store, taken);
  } catch (error) {
    await settle(store, taken, error).catch(() => {});
  }
  return true;
}

/** Makes the change on behalf of the owner, with present rights, in the transaction that ends the schedule. */
async function carryOut(store: Store, schedule: Schedule): Promise<void> {
  await store.refresh();
  const context = await presentContext(store, schedule, new Date());
  await inTransaction(context, async (tx) => {
    await end(tx, schedule);
    const collection = store.catalog.schema.collections.get(schedule.collection);
    if (collection) await changeIfNeeded(tx, { ...schedule, collection });
  });
}

/** Does nothing if the item is missing or already has the status. */
async function changeIfNeeded(tx: Transaction, change: StatusChange): Promise<void> {
  const { collection, item, status } = change;
  const stored = await readWhole(tx, collection, item);
  if (!stored || stored[collection.status?.field.name ?? ''] === status) return;
  await changeStatus(tx, change);
}

/** Once this is committed, no other server makes the change. */
async function end({ context, connection }: Transaction, schedule: Schedule): Promise<void> {
  const rows = scheduleRows(context.store);
  if ((await rows.delete(connection, unchangedSchedule(schedule))) === 0) throw new ScheduleLost();
}

/** Records why a change failed, or schedules a retry. */
async function settle(store: Store, schedule: Schedule, error: unknown): Promise<void> {
  if (error instanceof ScheduleLost) return;
  const failure = failureOf(store, error);
  const { log } = store.surroundings;
  const details = { err: error, project: store.project, schedule: schedule.id };
  if (!isRefusal(failure)) log.error(details, 'a scheduled change failed');
  const pause = pauseAfter(failure, schedule.attempts);
  await note(store, schedule, pause === undefined ? refusedFor(failure) : { due_at: Date.now() + pause });
}

const refusedFor = (failure: ApiError): TableRow => ({ state: 'refused', ...failureColumns(failure) });

async function note(store: Store, schedule: Schedule, values: TableRow): Promise<void> {
  const next = { ...values, version: schedule.version + 1 };
  await scheduleRows(store).update(store.database, unchangedSchedule(schedule), next);
}
