import { ApiError } from '../../../errors/api-error.ts';
import { systemRefusal } from '../../../errors/system-refusal.ts';
import { invalid } from '../../../errors/violations.ts';
import { OPEN_STATES } from '../../../persistence/jobs/job.ts';
import { jobRows } from '../../../persistence/jobs/job-rows.ts';
import { portableTables, refuseTables } from '../../../persistence/portable/portable.ts';
import type { Store } from '../../../persistence/store.ts';
import { jobs } from '../../../schema/internal/jobs.ts';
import { backUp, type LeftOut, type MadeBackup } from '../../backups/backup.ts';
import { BackupPlace } from '../../backups/place.ts';
import { forgetBackup, forgetOldBackups } from '../backups.ts';
import type { JobKind, JobRun } from '../kind.ts';
import { type Refusal, refusalOf } from '../refusals.ts';

interface BackupCheckpoint {
  /** The name of the file, which one server writes from the beginning. */
  readonly place: string;
  /** How often the backup was started. */
  readonly begun: number;
}

type BackupRun = JobRun<object, BackupCheckpoint>;
type Work = ReturnType<typeof backUp>;

/** More restarts than happen while a backup is made. */
const MAX_BEGUN = 20;

/** The backups that this process is making, by job. */
const works = new WeakMap<Store, Map<number, { readonly place: string; readonly work: Work }>>();

/** Makes a backup of the project: its rows and files in one file. */
export const backup: JobKind<object, BackupCheckpoint> = {
  admin: true,
  async prepare({ store }, sent) {
    const [unknown] = Object.keys(sent);
    if (unknown !== undefined) throw invalid(unknown, 'left out: a backup has everything');
    await refuseSecond(store);
    await requireRestorable(store);
    return {};
  },
  async step(run) {
    const work = workOf(run) ?? (await begin(run));
    try {
      await pull(run, work);
    } catch (error) {
      throw systemRefusal(error)?.entry === 'diskFull' ? new ApiError('backupNoRoom') : error;
    }
  },
  leave: async (store, { id }) => {
    const found = works.get(store)?.get(id);
    works.get(store)?.delete(id);
    await found?.work.return({ bytes: 0, tables: 0, rows: 0, files: 0 });
  },
  forget: forgetBackup,
};

/** Refuses a second backup at the same time, because they would only slow each other down. Error 4. */
async function refuseSecond(store: Store): Promise<void> {
  if (!(await store.hasInternalTable(jobs))) return;
  const [open] = await jobRows(store).find(
    store.database,
    [
      ['kind', '=', 'backup'],
      ['state', 'in', OPEN_STATES],
    ],
    'id',
    1,
    { columns: ['id'] },
  );
  if (open) throw new ApiError('backupUnderWay', { id: Number(open.id) });
}

/** Refuses to back up tables that could not be restored, even by the same engine. Error 12. */
async function requireRestorable({ dialect, database }: Store): Promise<void> {
  const tables = await portableTables(database, dialect, 'backedUp');
  refuseTables(tables, dialect.capabilities, 'A backup of the project could not be restored');
}

function workOf({ context: { store }, job, checkpoint }: BackupRun): Work | null {
  const found = works.get(store)?.get(job.id);
  return found && found.place === checkpoint?.place ? found.work : null;
}

/** Starts again, and removes what another server has left. */
async function begin(run: BackupRun): Promise<Work> {
  const { store } = run.context;
  const begun = (run.checkpoint?.begun ?? 0) + 1;
  if (begun > MAX_BEGUN) throw new ApiError('jobAbandoned', { count: begun - 1 });
  await BackupPlace.named(store.backups, run.checkpoint?.place)?.clear();
  const place = BackupPlace.next(store.backups, run.context.now);
  const total = await estimatePieces(store);
  await run.commit(async () => ({ checkpoint: { place: place.stem, begun }, progress: { done: 0, total } }));
  await place.prepare();
  const work = backUp(store, place);
  const ofStore = works.get(store) ?? new Map();
  works.set(store, ofStore.set(run.job.id, { place: place.stem, work }));
  return work;
}

/** The approximate number of rows and files to write and to verify; null if the database has no estimate. */
async function estimatePieces({ catalog, database }: Store): Promise<number | null> {
  let rows = await database.rowsOf('directus_files');
  for (const { name } of catalog.schema.collections.values()) rows += await database.rowsOf(name);
  return Number.isFinite(rows) ? 2 * Math.round(rows) : null;
}

/** Continues until the step's time is used up. */
async function pull(run: BackupRun, work: Work): Promise<void> {
  const { store } = run.context;
  const checkpoint = run.checkpoint as BackupCheckpoint;
  await BackupPlace.named(store.backups, checkpoint.place)?.requireRoom();
  let done = run.progress.done;
  const refused: Refusal[] = [];
  do {
    const next = await work.next();
    if (next.done) return end(run, checkpoint, next.value, refused);
    done += next.value.pieces;
    refused.push(...next.value.leftOut.map(refusalFor));
  } while (!run.isSpent);
  const { total: estimate } = run.progress;
  const total = estimate === null ? null : Math.max(done, estimate);
  await run.commit(async () => ({ checkpoint, progress: { done, total }, refused }));
}

function refusalFor({ file: { id }, fate }: LeftOut): Refusal {
  return refusalOf(`file ${id}`, new ApiError(fate === 'missing' ? 'backupFileMissing' : 'backupFileDiffers'));
}

/** The file is complete at this point. If the job was lost meanwhile, it is removed. */
async function end(
  run: BackupRun,
  checkpoint: BackupCheckpoint,
  made: MadeBackup,
  refused: readonly Refusal[],
): Promise<void> {
  const { store } = run.context;
  const done = 2 * (made.rows + made.files);
  try {
    await run.commit(async () => ({
      checkpoint,
      progress: { done, total: done },
      refused,
      ended: { result: { ...made, name: `${checkpoint.place}.octavo` } },
    }));
  } catch (error) {
    await BackupPlace.named(store.backups, checkpoint.place)?.clear();
    throw error;
  }
  await forgetOldBackups(store);
}
