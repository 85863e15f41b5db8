import { isRefusal } from '../../../errors/api-error.ts';
import { invalid } from '../../../errors/violations.ts';
import type { AssetFile } from '../../../persistence/asset.ts';
import { filesAfter } from '../../../persistence/asset-file.ts';
import type { Condition } from '../../../persistence/conditions.ts';
import { TableRows } from '../../../persistence/table-rows.ts';
import { files } from '../../../schema/system/files.ts';
import { prepareThumbnails } from '../../assets/prepare.ts';
import type { JobKind, JobRun } from '../kind.ts';
import { type Refusal, refusalOf } from '../refusals.ts';

interface ThumbnailsInput {
  /** Limits the job to files directly in this folder. */
  readonly folder?: number;
}

interface ThumbnailsCheckpoint {
  /** The key of the last file that was handled. */
  readonly after: number;
  readonly made: number;
}

type ThumbnailsRun = JobRun<ThumbnailsInput, ThumbnailsCheckpoint>;

/**
 * Makes the thumbnails of a project's images in advance. Skips those that are stored, so that the job can be repeated.
 * (Contract, J-19.)
 */
export const thumbnails: JobKind<ThumbnailsInput, ThumbnailsCheckpoint> = {
  admin: true,
  prepare(_context, { folder, ...others }) {
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw invalid(unknown, 'left out');
    if (folder === undefined || folder === null) return {};
    if (!(typeof folder === 'number' && Number.isSafeInteger(folder) && folder > 0)) throw invalid('folder', 'an id');
    return { folder };
  },
  async step(run) {
    const { dialect, database } = run.context.store;
    if (run.checkpoint === null) {
      const total = await new TableRows(dialect, files).count(database, conditionsOf(run.input));
      return run.commit(async () => ({ checkpoint: { after: 0, made: 0 }, progress: { total } }));
    }
    await makeUntilSpent(run, run.checkpoint);
  },
};

const conditionsOf = ({ folder }: ThumbnailsInput): Condition[] =>
  folder === undefined ? [] : [['folder', '=', folder]];

/** Images are made outside the transaction, one after the other, because each may take seconds. */
async function makeUntilSpent(run: ThumbnailsRun, { after, made: before }: ThumbnailsCheckpoint): Promise<void> {
  const { store } = run.context;
  const found = await filesAfter(store, conditionsOf(run.input), after, run.size);
  const refused: Refusal[] = [];
  let [last, made, count] = [after, before, 0];
  for (const file of found.files) {
    made += await madeOf(run, file, refused);
    last = file.id;
    count++;
    await run.breathe();
    if (run.isSpent) break;
  }
  const isThrough = count === found.files.length;
  const checkpoint = { after: isThrough ? (found.end ?? last) : last, made };
  const done = run.progress.done + count;
  await run.commit(async () => ({
    checkpoint,
    progress: { done, ...(found.end === null && { total: done }) },
    refused,
    ...(found.end === null && { ended: { result: { made, refused: run.progress.refused } } }),
  }));
}

async function madeOf({ context }: ThumbnailsRun, file: AssetFile, refused: Refusal[]): Promise<number> {
  try {
    return await prepareThumbnails(context.store, file);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    refused.push(refusalOf(`file ${file.id}`, error));
    return 0;
  }
}
