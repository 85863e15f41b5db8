import { invalid } from '../../errors/violations.ts';
import type { Condition } from '../../persistence/conditions.ts';
import type { Context } from '../../persistence/context.ts';
import { ENDED_STATES, JOB_STATES, type Job, toJob } from '../../persistence/jobs/job.ts';
import { jobRows } from '../../persistence/jobs/job-rows.ts';
import type { TableRow } from '../../persistence/table-rows.ts';
import { jobs } from '../../schema/internal/jobs.ts';
import { hasChanges } from './changes.ts';
import { KIND_NAMES } from './kinds.ts';
import { type Refusal, refusalRows } from './refusals.ts';
import { jobSeen } from './seen.ts';
import { type ShownJob, showJob } from './show.ts';
import { visibleTo } from './visible.ts';

/** Selects the jobs to list. */
interface JobsWanted {
  readonly state: string | undefined;
  readonly kind: string | undefined;
  readonly limit: string | undefined;
  readonly page: string | undefined;
}

const LIMIT = { default: 50, most: 100 };
const MAX_PAGES = 100_000;
/** How many refusals are shown with a job. */
const FIRST_REFUSALS = 20;

/** Lists the jobs that the caller may see, newest first. Errors 108, 4. */
export async function listJobs(context: Context, wanted: JobsWanted): Promise<ShownJob[]> {
  const where = [...(await visibleTo(context)), ...conditionsOf(wanted)];
  const limit = numberOf('limit', wanted.limit, LIMIT.default, LIMIT.most);
  const offset = (numberOf('page', wanted.page, 1, MAX_PAGES) - 1) * limit;
  const { store } = context;
  if (!(await store.hasInternalTable(jobs))) return [];
  const rows = await jobRows(store).find(store.database, where, '-id', limit, { offset });
  return rows.map((row) => showJob(context, toJob(row)));
}

function conditionsOf({ state, kind }: JobsWanted): Condition[] {
  return [...equal('state', state, JOB_STATES), ...equal('kind', kind, KIND_NAMES)];
}

function equal(name: string, value: string | undefined, known: readonly string[]): Condition[] {
  if (value === undefined) return [];
  if (!known.includes(value)) throw invalid(name, `one of ${known.join(', ')}`);
  return [[name, '=', value]];
}

function numberOf(name: string, text: string | undefined, usual: number, most: number): number {
  if (text === undefined) return usual;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > most) throw invalid(name, `a whole number from 1 to ${most}`);
  return number;
}

/** A job with the first of its refusals. */
export interface ShownWhole extends ShownJob {
  readonly refused: readonly Refusal[];
  /** Whether the job has changes that an undo job could undo. */
  readonly undoable: boolean;
}

/** A job with the first of its refusals. Errors 108, 203. */
export async function readJob(context: Context, id: string): Promise<ShownWhole> {
  return showWhole(context, await jobSeen(context, id));
}

export async function showWhole(context: Context, job: Job): Promise<ShownWhole> {
  const { store } = context;
  const rows = await refusalRows(store).find(store.database, [['job', '=', job.id]], 'id', FIRST_REFUSALS);
  const undoable = ENDED_STATES.includes(job.state) && (await hasChanges(store, store.database, job.id));
  return { ...showJob(context, job), refused: rows.map(toRefusal), undoable };
}

function toRefusal({ item, code, message }: TableRow): Refusal {
  return { key: String(item), code: code === null ? null : Number(code), message: String(message) };
}
