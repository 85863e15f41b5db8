import type { TableRow } from '../table-rows.ts';

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;

export type JobState = (typeof JOB_STATES)[number];

/** The states of jobs that have not ended. */
export const OPEN_STATES: readonly JobState[] = ['waiting', 'running'];
export const ENDED_STATES: readonly JobState[] = ['done', 'failed', 'cancelled'];

/** The progress of a job. */
export interface JobProgress {
  /** The pieces that have been handled, including refused ones. */
  readonly done: number;
  /** Null while it is unknown. */
  readonly total: number | null;
  readonly refused: number;
}

/** Why a job has failed: the catalogue's code and message. */
interface JobFailure {
  readonly code: number | null;
  readonly message: string;
}

/** The user who created a job. */
export interface JobOwner {
  readonly id: number;
  readonly externalId: string | null;
  /** The API key of the request; null if there was none. */
  readonly apiKey: number | null;
}

/** A job as it is stored. Times are milliseconds since 1970. */
export interface Job {
  readonly id: number;
  readonly kind: string;
  readonly state: JobState;
  /** Null for the server itself. */
  readonly owner: JobOwner | null;
  readonly comment: string | null;
  readonly ip: string;
  readonly userAgent: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Null before the first step. */
  readonly checkpoint: unknown;
  readonly progress: JobProgress;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly error: JobFailure | null;
  readonly version: number;
  readonly attempts: number;
  readonly created: number;
  readonly due: number;
  readonly started: number | null;
  readonly updated: number;
  readonly ended: number | null;
}

/** Parses the row of a job. */
export function toJob(row: TableRow): Job {
  const number = (name: string): number | null => (row[name] === null ? null : Number(row[name]));
  const text = (name: string): string | null => (row[name] === null ? null : String(row[name]));
  const json = (name: string): unknown => JSON.parse(text(name) ?? 'null');
  const user = number('user');
  const error = text('error');
  return {
    id: Number(row.id),
    kind: String(row.kind),
    state: String(row.state) as JobState,
    owner: user === null ? null : { id: user, externalId: text('external_id'), apiKey: number('api_key') },
    comment: text('comment'),
    ip: String(row.ip),
    userAgent: String(row.user_agent),
    input: json('input') as Job['input'],
    checkpoint: json('checkpoint'),
    progress: { done: Number(row.done), total: number('total'), refused: Number(row.refused) },
    result: json('result') as Job['result'],
    error: error === null ? null : { code: number('error_code'), message: error },
    version: Number(row.version),
    attempts: Number(row.attempts),
    created: Number(row.created_at),
    due: Number(row.due_at),
    started: number('started_at'),
    updated: Number(row.updated_at),
    ended: number('ended_at'),
  };
}
