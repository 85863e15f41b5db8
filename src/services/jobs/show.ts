import type { Context } from '../../persistence/context.ts';
import type { Job, JobProgress, JobState } from '../../persistence/jobs/job.ts';
import { knownKind } from './kinds.ts';

/** A job as its owner and administrators see it. */
export interface ShownJob {
  readonly id: number;
  readonly kind: string;
  readonly state: JobState;
  /** Null for the server itself. */
  readonly user: number | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly comment: string | null;
  readonly progress: JobProgress;
  readonly result: Job['result'];
  readonly error: Job['error'];
  readonly created_on: string;
  readonly started_on: string | null;
  readonly updated_on: string;
  readonly ended_on: string | null;
}

/** The shown form of a job. */
export function showJob(context: Context, job: Job): ShownJob {
  const { id, kind, state, owner, comment, progress, result, error } = job;
  const known = knownKind(kind);
  // The input of an unknown kind may contain what must not be shown.
  const input = known ? (known.shown?.(context, job.input) ?? job.input) : {};
  return {
    id,
    kind,
    state,
    user: owner?.id ?? null,
    input,
    comment,
    progress,
    result,
    error,
    created_on: moment(job.created),
    started_on: job.started === null ? null : moment(job.started),
    updated_on: moment(job.updated),
    ended_on: job.ended === null ? null : moment(job.ended),
  };
}

const moment = (time: number): string => new Date(time).toISOString();
