import { type Job, toJob } from '../../persistence/jobs/job.ts';
import { jobRows } from '../../persistence/jobs/job-rows.ts';
import type { Store } from '../../persistence/store.ts';
import { jobs } from '../../schema/internal/jobs.ts';
import { DAY_MS } from '../../shared/time-units.ts';
import { IMPORTED } from '../../storage/names.ts';
import { uploadObject } from '../import/uploads.ts';

/** How long an upload stays that no job needs. */
const KEPT_MS = DAY_MS;

/** Removes the uploaded file of an import job, unless another job needs it. */
export async function forgetUpload(store: Store, job: Job): Promise<void> {
  const object = objectOf(job);
  if (object !== null && !(await needed(store, ({ id }) => id !== job.id)).has(object))
    await store.storage.remove(object);
}

/** Removes uploads a day after they were sent, unless a job that is not done needs them. */
export async function forgetUploads(store: Store, now = Date.now()): Promise<void> {
  const objects = await needed(store, ({ state }) => state !== 'done');
  for await (const { name, modified } of store.storage.list(IMPORTED))
    if (!objects.has(name) && now - modified.getTime() > KEPT_MS) await store.storage.remove(name);
}

async function needed(store: Store, counts: (job: Job) => boolean): Promise<Set<string>> {
  if (!(await store.hasInternalTable(jobs))) return new Set();
  const rows = await jobRows(store).find(store.database, [['kind', '=', 'import']], 'id', MAX_JOBS);
  const objects = rows.map(toJob).filter(counts).map(objectOf);
  return new Set(objects.filter((object) => object !== null));
}

/** More than exist in practice. */
const MAX_JOBS = 100_000;

function objectOf({ owner, input }: Job): string | null {
  return typeof input.upload === 'string' ? uploadObject(owner?.id ?? null, input.upload) : null;
}
