import type { Context } from '../../persistence/context.ts';
import { OPEN_STATES } from '../../persistence/jobs/job.ts';
import { Lease } from '../../persistence/jobs/lease.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import { jobSeen } from './seen.ts';
import { workOn } from './work.ts';

/**
 * Works on a job in this process until the job ends, independently of other jobs. Does nothing if the job has ended, is
 * not due, or is being worked on by another process. Errors 108, 203.
 */
export async function workHere(context: Context, id: string, signal: AbortSignal): Promise<void> {
  const { store } = context;
  const job = await jobSeen(context, id);
  if (!OPEN_STATES.includes(job.state)) return;
  const lease = await Lease.take(store, job, Date.now());
  if (lease) await workOn(store, lease, { turn: (step) => step(), pause: yieldToEventLoop, signal });
}
