import { t } from '../i18n/messages.ts';
import type { Schema } from '../model/schema.ts';

export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** Something that a job has left out. */
export interface Refusal {
  readonly key: string;
  readonly code: number | null;
  readonly message: string;
}

/** A job, as the server shows it. */
export interface Job {
  readonly id: number;
  readonly kind: string;
  readonly state: JobState;
  readonly user: number | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly comment: string | null;
  readonly progress: { readonly done: number; readonly total: number | null; readonly refused: number };
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly error: { readonly code: number | null; readonly message: string } | null;
  readonly created_on: string;
  readonly started_on: string | null;
  readonly updated_on: string;
  readonly ended_on: string | null;
  /** Only if a single job is read. */
  readonly refused?: readonly Refusal[];
  readonly undoable?: boolean;
}

const KINDS = ['import', 'update', 'delete', 'undo', 'backup', 'thumbnails'];

export const isOpen = ({ state }: Job): boolean => state === 'waiting' || state === 'running';

/** What a job does, in a few words. */
export function titleOf({ kind, input }: Job, schema: Schema): string {
  const name = String(input.collection ?? '');
  const collection = schema.collections.find((each) => each.name === name)?.label ?? name;
  return KINDS.includes(kind) ? t(`jobs.kind.${kind}`, { collection, job: String(input.job ?? '') }) : kind;
}

/** How long a running job may be silent before that is shown. */
const QUIET_MS = 15_000;

/** Whether a running job has been silent for long: its server may have died. */
export const isQuiet = ({ state, updated_on: updated }: Job, now: number): boolean =>
  state === 'running' && now - Date.parse(updated) > QUIET_MS;

/** How much of a job is done, from 0 to 1; null if that is not known. */
export function shareOf({ state, progress: { done, total } }: Job): number | null {
  if (state === 'done') return 1;
  return total === null || total === 0 ? null : Math.min(1, done / total);
}

/** How many pieces a job has handled per second since it began. */
export function rateOf({ started_on: started, updated_on: updated, progress }: Job): number | null {
  if (started === null) return null;
  const seconds = (Date.parse(updated) - Date.parse(started)) / 1000;
  return seconds < 1 || progress.done === 0 ? null : Math.round(progress.done / seconds);
}
