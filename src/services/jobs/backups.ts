import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { ApiError } from '../../errors/api-error.ts';
import { isAdmin } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import { ENDED_STATES, type Job, toJob } from '../../persistence/jobs/job.ts';
import { jobRows, unchanged } from '../../persistence/jobs/job-rows.ts';
import { removeRows } from '../../persistence/remove-rows.ts';
import type { Store } from '../../persistence/store.ts';
import { jobRefusals } from '../../schema/internal/jobs.ts';
import { isRecord } from '../../shared/is-record.ts';
import type { Content, Delivery } from '../../storage/content.ts';
import { BackupPlace } from '../backups/place.ts';
import { jobSeen } from './seen.ts';

/** How many backups a project keeps by default. */
const KEPT = 5;
/** More backups than exist in practice. */
const MAX_BACKUPS = 1000;

/** The path of a job's backup; null if it has none. */
function placeOf(store: Store, { kind, checkpoint }: Job): BackupPlace | null {
  if (kind !== 'backup' || !isRecord(checkpoint)) return null;
  return BackupPlace.named(store.backups, checkpoint.place);
}

/** A backup for download, by administrators with unlimited rights. Errors 3, 108, 203. (Contract, J-18.) */
export async function readBackup(context: Context, id: string): Promise<Delivery> {
  const job = await jobSeen(context, id);
  if (!isAdmin(context.caller)) throw new ApiError('adminOnly');
  const { store } = context;
  const place = job.state === 'done' ? placeOf(store, job) : null;
  const found = await place?.found();
  if (!place || !found) throw new ApiError('backupMissing', { id: job.id });
  return {
    content: { ...found, tag: place.stem, exact: true, open: (range) => opened(place.file, range) },
    type: 'application/octet-stream',
    name: `${store.project}-${place.stem.slice(0, 19)}.octavo`,
    caching: 'private, no-store',
  };
}

async function opened(path: string, range?: Parameters<Content['open']>[0]): ReturnType<Content['open']> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
  return file?.createReadStream({ ...range }) ?? null;
}

/** Removes the file of a backup. */
export async function forgetBackup(store: Store, job: Job): Promise<void> {
  await placeOf(store, job)?.clear();
}

/**
 * Removes the oldest backups beyond the number that the project keeps, with their jobs, and the files of unfinished
 * backups.
 */
export async function forgetOldBackups(store: Store): Promise<void> {
  const ended = await jobRows(store).find(
    store.database,
    [
      ['kind', '=', 'backup'],
      ['state', 'in', ENDED_STATES],
    ],
    '-id',
    MAX_BACKUPS,
  );
  const found = ended.map(toJob);
  for (const job of found.filter(({ state }) => state !== 'done')) await forgetBackup(store, job);
  for (const job of found.filter(({ state }) => state === 'done').slice(keptBy(store))) {
    await forgetBackup(store, job);
    await removeRows(store, jobRefusals, [['job', '=', job.id]]);
    await jobRows(store).delete(store.database, unchanged(job));
  }
}

function keptBy({ catalog }: Store): number {
  const text = catalog.settings.values.get('octavo_keep_backups') ?? '';
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) : KEPT;
}
