import type { Context } from '../persistence/context.ts';
import { ENDED_STATES } from '../persistence/jobs/job.ts';
import { followJob } from '../services/jobs/follow.ts';
import { readJob } from '../services/jobs/list.ts';
import type { ShownJob } from '../services/jobs/show.ts';
import { workHere } from '../services/jobs/work-here.ts';
import { printable } from './printable.ts';
import { stopped } from './stopped.ts';

const ALIVE_MS = 60_000;

/** A job as a line of text. */
export function lineOf({ id, kind, state, user, created_on: made, progress, error }: ShownJob): string {
  const { done, total, refused } = progress;
  const refusals = refused > 0 ? `${refused} refused` : '';
  const parts = [
    id,
    kind,
    state,
    `${done}/${total ?? '?'}`,
    refusals,
    `user ${user ?? '-'}`,
    made,
    error?.message ?? '',
  ];
  return printable(parts.filter((part) => part !== '').join('  '));
}

/**
 * Works on a job, or follows the server that does, and reports the progress on stderr. After a signal the job is left
 * to a server.
 */
export async function done(context: Context, id: string): Promise<ShownJob> {
  const ending = new AbortController();
  void stopped().then(() => ending.abort());
  // Following a job does not keep the process alive by itself.
  const alive = setInterval(() => {}, ALIVE_MS);
  try {
    await Promise.all([workHere(context, id, ending.signal), follow(context, id, ending.signal)]);
    return await readJob(context, id);
  } finally {
    clearInterval(alive);
  }
}

async function follow(context: Context, id: string, ending: AbortSignal): Promise<void> {
  for await (const job of followJob(context, id, ending)) {
    if (job) process.stderr.write(`${lineOf(job)}\n`);
    if (job && ENDED_STATES.includes(job.state)) return;
  }
}
