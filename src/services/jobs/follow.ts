import { setTimeout } from 'node:timers/promises';
import { ApiError, isRefusal } from '../../errors/api-error.ts';
import { type Caller, userIdOf } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import { ENDED_STATES, type Job, type JobOwner } from '../../persistence/jobs/job.ts';
import type { Store } from '../../persistence/store.ts';
import type { Awaitable } from '../../shared/awaitable.ts';
import { ownerOf, presentCaller } from '../auth/owner.ts';
import { type ShownWhole, showWhole } from './list.ts';
import { jobSeen } from './seen.ts';

/** How often the job is read, because another server may be working on it. */
const LOOK_MS = 1000;
/** The number of reads without news after which a keep-alive is sent. */
const QUIET_LOOKS = 15;
const MAX_LISTENERS = 50;
/** Three quarters, like a caller's share of requests. */
const MAX_OF_USER = 37;
/** The users who follow the jobs of each project, once per request. */
const listeners = new WeakMap<Store, readonly number[]>();

/** How the caller of a request is found out again later. */
interface Following {
  /** Who sent the request. In a view, this is the administrator. */
  readonly acting: Caller;
  /** Whether the sender is still signed in. */
  isStillValid(now: Date): Promise<boolean>;
  /** The caller that the sender is with these present rights: in a view, its user. Throws a refusal once it has ended. */
  callerOf(acting: Caller, now: Date): Awaitable<Caller>;
}

/** A caller for whom no session has to last. */
const withoutSession = (acting: Caller): Following => ({
  acting,
  isStillValid: async () => true,
  callerOf: (caller) => caller,
});

/**
 * Yields a job at once and after every change, until it ends, and null as a keep-alive. Ends when `signal` aborts, when
 * the caller is no longer signed in or loses access, or when the view ends. Errors 108, 203, and 11 if too many requests,
 * or too many of the caller, follow the project's jobs.
 */
export async function* followJob(
  context: Context,
  id: string,
  signal: AbortSignal,
  following: Following = withoutSession(context.caller),
): AsyncGenerator<ShownWhole | null> {
  const leave = listen(context);
  try {
    yield* states(context, id, signal, following);
  } finally {
    leave();
  }
}

/** Counts a listener until the returned function is called. Error 11. */
function listen({ store, caller }: Context): () => void {
  const user = userIdOf(caller);
  const open = listeners.get(store) ?? [];
  const own = open.filter((each) => each === user).length;
  if (open.length >= MAX_LISTENERS || own >= MAX_OF_USER)
    throw new ApiError('jobListeners', { limit: MAX_LISTENERS, share: MAX_OF_USER });
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
  following: Following,
): AsyncGenerator<ShownWhole | null> {
  const owner = await ownerOf({ ...context, caller: following.acting });
  let job = await jobSeen(context, id);
  yield await showWhole(context, job);
  for (let quiet = 1; !ENDED_STATES.includes(job.state); quiet++) {
    await setTimeout(LOOK_MS, undefined, { signal, ref: false }).catch(() => {});
    const next = signal.aborted ? null : await lookAgain(context, owner, id, following);
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
  following: Following,
): Promise<Job | null> {
  const now = new Date();
  try {
    if (!(await following.isStillValid(now))) return null;
    const acting = await presentCaller(context.store, { owner }, now);
    return await jobSeen({ ...context, caller: await following.callerOf(acting, now) }, id);
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}
