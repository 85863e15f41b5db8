import type { Connection, Dialect, Reader } from '../../dialects/dialect.ts';
import { jobs } from '../../schema/internal/jobs.ts';
import type { Condition } from '../conditions.ts';
import { dueTime, isDue } from '../due.ts';
import type { Store, StoreView } from '../store.ts';
import { TableRows } from '../table-rows.ts';
import { type Job, OPEN_STATES, ownerColumns, toJob } from './job.ts';

/** No job waits longer for a server or for its next attempt. */
const MAX_WAIT_MS = 600_000;

export const jobRows = ({ dialect }: Pick<StoreView, 'dialect'>): TableRows => new TableRows(dialect, jobs);

/** The part of a job that its creator decides. */
export type NewJob = Pick<Job, 'kind' | 'owner' | 'comment' | 'ip' | 'userAgent' | 'input'>;

/** Inserts a waiting job, and returns its id. */
export function insertJob(store: StoreView, connection: Connection, job: NewJob, now: number): Promise<number> {
  const { kind, comment, input } = job;
  return jobRows(store).insertCounted(connection, {
    kind,
    state: 'waiting',
    ...ownerColumns(job),
    comment,
    input: JSON.stringify(input),
    done: 0,
    refused: 0,
    version: 1,
    attempts: 0,
    created_at: now,
    due_at: now,
    updated_at: now,
  });
}

/** The job with an id that fulfils the conditions. */
export async function findJob(
  store: StoreView,
  reader: Reader,
  id: number,
  where: readonly Condition[] = [],
): Promise<Job | null> {
  const [row] = await jobRows(store).find(reader, [['id', '=', id], ...where], 'id', 1);
  return row ? toJob(row) : null;
}

/** The condition on the row of a job, provided it is unchanged. */
export const unchanged = ({ id, version }: Pick<Job, 'id' | 'version'>): Condition[] => [
  ['id', '=', id],
  ['version', '=', version],
];

/** Jobs that have not ended. Those of kinds that only another version knows are left to its servers. */
const open = (kinds: readonly string[]): Condition[] => [
  ['state', 'in', OPEN_STATES],
  ['kind', 'in', kinds],
];

/** Jobs of these kinds that wait for a server, or whose server's lease has ended, the earliest first. */
export async function dueJobs(store: Store, kinds: readonly string[], now: number, most: number): Promise<Job[]> {
  const due = [...open(kinds), isDue(now, MAX_WAIT_MS)];
  return (await jobRows(store).find(store.database, due, ['due_at', 'id'], most)).map(toJob);
}

/** When a job with this `due_at` is due. */
export const jobDue = (at: number, now: number): number => dueTime(at, now, MAX_WAIT_MS);

/** When the next open job of these kinds is due, in milliseconds since 1970; null if there is none. */
export async function nextDueJob(
  dialect: Dialect,
  reader: Reader,
  kinds: readonly string[],
  now: number,
  besides: readonly number[] = [],
): Promise<number | null> {
  const others: Condition[] = besides.length > 0 ? [['id', 'not in', besides]] : [];
  const [next] = await jobRows({ dialect }).find(reader, [...open(kinds), ...others], 'due_at', 1, {
    columns: ['due_at'],
  });
  return next ? jobDue(Number(next.due_at), now) : null;
}
