import { setTimeout } from 'node:timers/promises';
import { ApiError, isRefusal } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import { ENDED_STATES, type Job, type JobOwner } from '../../persistence/jobs/job.ts';
import type { Store } from '../../persistence/store.ts';
import { ownerOf, presentCaller } from '../auth/owner.ts';
import { type ShownWhole, showWhole } from './list.ts';
import { jobSeen } from './seen.ts';

/** How often the job is read, because another server may be working on it. */
const LOOK_MS = 1000;
/** The number of reads without news after which a keep-alive is sent. */
const QUIET_LOOKS = 15;
const MOST_LISTENERS = 50;
const listeners = new WeakMap<Store, number>();

/**
 * Yields a job at once and after every change, until it ends, and null as a keep-alive. Ends when `signal` aborts, or
 * when the caller loses access. Errors 108, 203, and 11 if too many clients follow the project's jobs.
 */
export async function* followJob(context: Context, id: string, signal: AbortSignal): AsyncGenerator<ShownWhole | null> {
  const { store } = context;
  const open = listeners.get(store) ?? 0;
  if (open >= MOST_LISTENERS) throw new ApiError('jobListeners', { limit: MOST_LISTENERS });
  listeners.set(store, open + 1);
  try {
    yield* states(context, id, signal);
  } finally {
    listeners.set(store, (listeners.get(store) ?? 1) - 1);
  }
}

async function* states(context: Context, id: string, signal: AbortSignal): AsyncGenerator<ShownWhole | null> {
  const owner = await ownerOf(context);
  let job = await jobSeen(context, id);
  yield await showWhole(context, job);
  for (let quiet = 1; !ENDED_STATES.includes(job.state); quiet++) {
    await setTimeout(LOOK_MS, undefined, { signal, ref: false }).catch(() => {});
    const next = signal.aborted ? null : await lookAgain(context, owner, id);
    if (next === null) return;
    if (next.version !== job.version) {
      quiet = 0;
      yield await showWhole(context, next);
    } else if (quiet % QUIET_LOOKS === 0) yield null;
    job = next;
  }
}

/** Null if the caller may no longer see the job, or if it has been deleted. */
async function lookAgain(context: Context, owner: JobOwner | null, id: string): Promise<Job | null> {
  try {
    const caller = await presentCaller(context.store, { owner }, new Date());
    return await jobSeen({ ...context, caller }, id);
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}
