import { setTimeout } from 'node:timers/promises';
import { ApiError, isRefusal } from '../../errors/api-error.ts';
import { userIdOf } from '../../permissions/caller.ts';
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
/** Three quarters, like a caller's share of requests. */
const MOST_OF_USER = 37;
/** The users who follow the jobs of each project, once per request. */
const listeners = new WeakMap<Store, readonly number[]>();

/** Whether the caller is still signed in. */
type StillValid = (now: Date) => Promise<boolean>;

/**
 * Yields a job at once and after every change, until it ends, and null as a keep-alive. Ends when `signal` aborts, when
 * `isStillValid` says no, or when the caller loses access. Errors 108, 203, and 11 if too many requests, or too many of
 * the caller, follow the project's jobs.
 */
export async function* followJob(
  context: Context,
  id: string,
  signal: AbortSignal,
  isStillValid: StillValid = async () => true,
): AsyncGenerator<ShownWhole | null> {
  const leave = listen(context);
  try {
    yield* states(context, id, signal, isStillValid);
  } finally {
    leave();
  }
}

/** Counts a listener until the returned function is called. Error 11. */
function listen({ store, caller }: Context): () => void {
  const user = userIdOf(caller);
  const open = listeners.get(store) ?? [];
  const own = open.filter((each) => each === user).length;
  if (open.length >= MOST_LISTENERS || own >= MOST_OF_USER)
    throw new ApiError('jobListeners', { limit: MOST_LISTENERS, share: MOST_OF_USER });
  listeners.set(store, [...open, user]);
  return () => {
    const left = listeners.get(store) ?? [];
    listeners.set(store, left.toSpliced(left.indexOf(user), 1));
  };
}

async function* states(
  context: Context,
  id: string,
  signal: AbortSignal,
  isStillValid: StillValid,
): AsyncGenerator<ShownWhole | null> {
  const owner = await ownerOf(context);
  let job = await jobSeen(context, id);
  yield await showWhole(context, job);
  for (let quiet = 1; !ENDED_STATES.includes(job.state); quiet++) {
    await setTimeout(LOOK_MS, undefined, { signal, ref: false }).catch(() => {});
    const next = signal.aborted ? null : await lookAgain(context, owner, id, isStillValid);
    if (next === null) return;
    if (next.version !== job.version) {
      quiet = 0;
      yield await showWhole(context, next);
    } else if (quiet % QUIET_LOOKS === 0) yield null;
    job = next;
  }
}

/** Null if the caller may no longer see the job, or if it has been deleted. */
async function lookAgain(
  context: Context,
  owner: JobOwner | null,
  id: string,
  isStillValid: StillValid,
): Promise<Job | null> {
  const now = new Date();
  try {
    if (!(await isStillValid(now))) return null;
    const caller = await presentCaller(context.store, { owner }, now);
    return await jobSeen({ ...context, caller }, id);
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}
