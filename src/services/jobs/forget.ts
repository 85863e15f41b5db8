import { ENDED_STATES, type Job, toJob } from '../../persistence/jobs/job.ts';
import { jobRows, unchanged } from '../../persistence/jobs/job-rows.ts';
import { removeRows } from '../../persistence/remove-rows.ts';
import type { Store } from '../../persistence/store.ts';
import { jobChanges, jobRefusals } from '../../schema/internal/jobs.ts';
import { DAY_MS } from '../../shared/time-units.ts';
import { forgetOldBackups } from './backups.ts';
import { forgetUploads } from './forget-upload.ts';
import { KIND_NAMES, kindNamed } from './kinds.ts';

const BATCH = 20;

/**
 * Deletes an ended job with everything it keeps. The job comes last, so that an interrupted removal can be repeated.
 */
export async function forgetJob(store: Store, job: Job): Promise<void> {
  await kindNamed(job.kind).forget?.(store, job);
  for (const table of [jobRefusals, jobChanges]) await removeRows(store, table, [['job', '=', job.id]]);
  await jobRows(store).delete(store.database, unchanged(job));
}

/** Deletes the jobs that the project's settings no longer keep, the undo data of older ones, and abandoned uploads. */
export async function forgetOldJobs(store: Store, now: number): Promise<void> {
  const { values } = store.catalog.settings;
  const jobsBefore = now - daysIn(values.get('octavo_keep_jobs_days'), KEPT_DAYS.jobs) * DAY_MS;
  const changesBefore = now - daysIn(values.get('octavo_keep_undo_days'), KEPT_DAYS.changes) * DAY_MS;
  await removeRows(store, jobChanges, [['created_at', '<', changesBefore]]);
  await forgetUploads(store, now);
  await forgetOldBackups(store);
  for (;;) {
    const old = await jobRows(store).find(
      store.database,
      [
        ['kind', 'in', KIND_NAMES],
        ['state', 'in', ENDED_STATES],
        ['ended_at', '<', jobsBefore],
        // Backups are limited by number, not by age.
        {
          any: [
            ['kind', '<>', 'backup'],
            ['state', '<>', 'done'],
          ],
        },
      ],
      'id',
      BATCH,
    );
    for (const row of old) await forgetJob(store, toJob(row));
    if (old.length < BATCH) return;
  }
}

/** How many days ended jobs and their undo data are kept by default. */
const KEPT_DAYS = { jobs: 30, changes: 7 };

const daysIn = (text: string | null | undefined, usual: number): number =>
  /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : usual;
