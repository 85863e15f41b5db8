import { numberIn, textIn } from '../row-values.ts';
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

/** Why a job, or another piece of work that runs later, has failed: the catalogue's code and message. */
export interface JobFailure {
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
  const json = (name: string): unknown => JSON.parse(textIn(row, name) ?? 'null');
  const user = numberIn(row, 'user');
  return {
    id: Number(row.id),
    kind: String(row.kind),
    state: String(row.state) as JobState,
    owner:
      user === null ? null : { id: user, externalId: textIn(row, 'external_id'), apiKey: numberIn(row, 'api_key') },
    comment: textIn(row, 'comment'),
    ip: String(row.ip),
    userAgent: String(row.user_agent),
    input: json('input') as Job['input'],
    checkpoint: json('checkpoint'),
    progress: { done: Number(row.done), total: numberIn(row, 'total'), refused: Number(row.refused) },
    result: json('result') as Job['result'],
    error: failureIn(row),
    version: Number(row.version),
    attempts: Number(row.attempts),
    created: Number(row.created_at),
    due: Number(row.due_at),
    started: numberIn(row, 'started_at'),
    updated: Number(row.updated_at),
    ended: numberIn(row, 'ended_at'),
  };
}

/** The columns that store on whose behalf work runs later, and where it was requested from. */
export const ownerColumns = ({ owner, ip, userAgent }: Pick<Job, 'owner' | 'ip' | 'userAgent'>): TableRow => ({
  user: owner?.id ?? null,
  external_id: owner?.externalId ?? null,
  api_key: owner?.apiKey ?? null,
  ip: ip.slice(0, 64),
  user_agent: userAgent.slice(0, 255),
});

/** The columns that store why work has failed. */
export const failureColumns = ({ code, message }: JobFailure): TableRow => ({
  error_code: code,
  error: message.slice(0, 1000),
});

/** Why the work of a row has failed; null if it has not. */
export function failureIn(row: TableRow): JobFailure | null {
  const message = textIn(row, 'error');
  return message === null ? null : { code: numberIn(row, 'error_code'), message };
}
