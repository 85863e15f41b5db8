import { ApiError } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { ENDED_STATES, type Job, type JobState, OPEN_STATES } from '../../persistence/jobs/job.ts';
import { findJob, jobRows, unchanged } from '../../persistence/jobs/job-rows.ts';
import type { TableRow } from '../../persistence/table-rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { jobs } from '../../schema/internal/jobs.ts';
import { forgetJob } from './forget.ts';
import { requireRoom } from './room.ts';
import { jobSeen } from './seen.ts';
import { type ShownJob, showJob } from './show.ts';

/** Cancels a job that has not ended. A step in progress is rolled back, unless it has just committed. Errors 203, 4. */
export function cancelJob(context: Context, id: string): Promise<ShownJob> {
  const now = context.now.getTime();
  return change(context, id, OPEN_STATES, { state: 'cancelled', ended_at: now, due_at: now });
}

/** Resumes a job that has failed or was cancelled, after its last committed step. Errors 203, 4. */
export function resumeJob(context: Context, id: string): Promise<ShownJob> {
  const again = { state: 'waiting', attempts: 0, due_at: context.now.getTime(), ended_at: null };
  return change(context, id, ['failed', 'cancelled'], { ...again, error: null, error_code: null }, (tx, { owner }) =>
    requireRoom(tx, owner),
  );
}

/** Deletes a job that has ended, with everything it keeps. Errors 203, 4. */
export async function deleteJob(context: Context, id: string): Promise<void> {
  const job = await jobSeen(context, id);
  requireState(job, ENDED_STATES);
  await forgetJob(context.store, job);
}

/** Inside the transaction the job cannot change otherwise, because every step writes its row. */
async function change(
  context: Context,
  id: string,
  from: readonly JobState[],
  values: TableRow,
  check: (tx: Transaction, job: Job) => Promise<void> = async () => {},
): Promise<ShownJob> {
  const { store, now } = context;
  const { id: known } = await jobSeen(context, id);
  await inTransaction(context, async (tx) => {
    const job = await findJob(store, tx.connection, known);
    if (!job) throw new ApiError('jobNotFound', { id });
    requireState(job, from);
    await check(tx, job);
    const next = { ...values, version: job.version + 1, updated_at: now.getTime() };
    if ((await jobRows(store).update(tx.connection, unchanged(job), next)) === 0) throw new ApiError('databaseBusy');
    tx.changes.add({ kind: 'rows', collection: jobs.name });
  });
  return showJob(context, await jobSeen(context, id));
}

function requireState({ id, state }: Job, wanted: readonly JobState[]): void {
  if (!wanted.includes(state)) throw new ApiError('jobState', { id, state, wanted: wanted.join(' or ') });
}
