import { setTimeout } from 'node:timers/promises';
import { ApiError, isRefusal } from '../../errors/api-error.ts';
import { isAdmin } from '../../permissions/caller.ts';
import { failureColumns } from '../../persistence/jobs/job.ts';
import { HEARTBEAT_MS, JobLost, type Lease } from '../../persistence/jobs/lease.ts';
import type { Store } from '../../persistence/store.ts';
import type { TableRow } from '../../persistence/table-rows.ts';
import { presentContext } from '../auth/owner.ts';
import { failureOf } from './failure.ts';
import { kindNamed } from './kinds.ts';
import { MAX_ATTEMPTS, pauseAfter } from './retries.ts';
import { Run, type StepPace } from './run.ts';

/** How many pieces of work the first commit contains, and the minimum. */
const SIZE = { first: 16, least: 1 };
const USUAL: Pace = { stepMs: 100, most: 512 };
const COMMIT_MS = { short: 25, long: 75 };

interface Pace {
  readonly stepMs: number;
  readonly most: number;
}

/** The environment in which a server works on its jobs. */
interface Workshop {
  /** Runs a step when it is scheduled among those of all projects. */
  turn(step: () => Promise<void>): Promise<void>;
  /** Called after each step with its duration in milliseconds, to leave time for other work. */
  pause(tookMs: number): Promise<void>;
  /** Aborts when the server stops. */
  readonly signal: AbortSignal;
  /** How long a step may take, and how many pieces of work a commit may contain. */
  readonly pace?: Pace;
}

/**
 * Works on a job step by step until it ends. If the server stops or the database is unavailable, the job is left to the
 * next server that takes it. Returns when this server no longer works on the job; errors are logged.
 */
export async function workOn(store: Store, lease: Lease, workshop: Workshop): Promise<void> {
  const { turn, pause, signal, pace = USUAL } = workshop;
  const lost = new AbortController();
  const ending = AbortSignal.any([signal, lost.signal]);
  const heart = setInterval(() => void lease.extend(Date.now()).catch(lostBy(lost)), HEARTBEAT_MS);
  let size = Math.min(SIZE.first, pace.most);
  try {
    if (lease.job.attempts > MAX_ATTEMPTS) throw new ApiError('jobAbandoned', { count: lease.job.attempts - 1 });
    while (lease.job.state === 'running' && !ending.aborted) {
      let took = 0;
      await turn(async () => {
        const begun = performance.now();
        const commits = ending.aborted ? 0 : await step(store, lease, { ...pace, size }, ending);
        took = performance.now() - begun;
        size = Math.min(pace.most, nextSize(size, took / Math.max(1, commits)));
      });
      if (lease.job.state === 'running') await pause(took);
    }
    if (lease.job.state === 'running') await leave(store, lease, Date.now());
  } catch (error) {
    await settle(store, lease, signal.aborted, error).catch(() => {});
  } finally {
    clearInterval(heart);
    await kindNamed(lease.job.kind)
      .leave?.(store, lease.job)
      .catch(() => {});
  }
}

/** Only JobLost ends the work. After any other failure, the next heartbeat tries again. */
const lostBy =
  (lost: AbortController) =>
  (error: unknown): void => {
    if (error instanceof JobLost) lost.abort();
  };

/** Does one step on behalf of the owner, with present rights. Returns the number of its commits. */
async function step(store: Store, lease: Lease, pace: StepPace, signal: AbortSignal): Promise<number> {
  await store.refresh();
  const kind = kindNamed(lease.job.kind);
  const context = await presentContext(store, lease.job, new Date());
  if (kind.admin && !isAdmin(context.caller)) throw new ApiError('adminOnly');
  const run = new Run(kind.contextOf?.(context, lease.job.input) ?? context, lease, pace, signal);
  await kind.step(run);
  // A kind that commits nothing would never end.
  if (run.commits === 0 && !signal.aborted) throw new ApiError('internal');
  return run.commits;
}

/** Small commits may take longer, because otherwise their fixed cost would be most of the work. */
function nextSize(size: number, commitMs: number): number {
  const factor = size <= SIZE.first ? 2 : 1;
  if (commitMs > factor * COMMIT_MS.long) return Math.max(SIZE.least, size >> 1);
  return commitMs < factor * COMMIT_MS.short ? size << 1 : size;
}

/** Stores the outcome of a job whose step has thrown. */
async function settle(store: Store, lease: Lease, isStopping: boolean, error: unknown): Promise<void> {
  if (error instanceof JobLost) return;
  if (isStopping) return leave(store, lease, Date.now());
  const failure = failureOf(store, error);
  const { log } = store.surroundings;
  // A commit sets the attempts to zero: this is the first one to fail since.
  const attempts = Math.max(1, lease.job.attempts);
  const pause = pauseAfter(failure, attempts);
  const details = { err: error, project: store.project, job: lease.job.id };
  if (pause !== undefined) log.warn(details, 'a job could not continue');
  else if (!isRefusal(failure)) log.error(details, 'a job failed');
  if (pause !== undefined) return leave(store, lease, Date.now() + pause, attempts);
  await end(store, lease, failure);
}

/** Leaves a job to whichever server takes it after `due`. */
async function leave(store: Store, lease: Lease, due: number, attempts = 0): Promise<void> {
  await lease.write(store.database, { state: 'waiting', due_at: due, attempts }, Date.now());
  lease.advance({ state: 'waiting', due });
}

async function end(store: Store, lease: Lease, { code, message }: ApiError): Promise<void> {
  const now = Date.now();
  const failed: TableRow = { state: 'failed', ...failureColumns({ code, message }), ended_at: now };
  // The failure may be the database's, so this write is retried.
  for (let tries = 1; ; tries++) {
    try {
      await lease.write(store.database, failed, now);
      return lease.advance({ state: 'failed', error: { code, message } });
    } catch (error) {
      if (error instanceof JobLost || tries >= 3) throw error;
      await setTimeout(100 * tries);
    }
  }
}
