import { ApiError } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import type { Job } from '../../persistence/jobs/job.ts';
import { findJob } from '../../persistence/jobs/job-rows.ts';
import { jobs } from '../../schema/internal/jobs.ts';
import { visibleTo } from './visible.ts';

/** A job that the caller may see. Errors 108, 203. */
export async function jobSeen(context: Context, id: string): Promise<Job> {
  const where = await visibleTo(context);
  const { store } = context;
  const isThere = /^\d{1,9}$/.test(id) && (await store.hasInternalTable(jobs));
  const job = isThere ? await findJob(store, store.database, Number(id), where) : null;
  if (!job) throw new ApiError('jobNotFound', { id });
  return job;
}
