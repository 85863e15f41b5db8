import { ApiError, isRefusal } from '../../../errors/api-error.ts';
import { isAdmin } from '../../../permissions/caller.ts';
import { matchedBefore } from '../../../persistence/prepare-payload.ts';
import { presentCollection } from '../../../persistence/present-collection.ts';
import { collectionOf, type Schema } from '../../../schema/schema.ts';
import { byHalves } from '../../../shared/by-halves.ts';
import { estimateImport } from '../../import/count.ts';
import { type ImportInput, importInput } from '../../import/input.ts';
import { keepReader, keptReader } from '../../import/open-readers.ts';
import { requireImport } from '../../import/permitted.ts';
import { ImportReader } from '../../import/reader.ts';
import { refusedValues } from '../../import/refused-values.ts';
import { type ReadyRow, readyRow } from '../../import/row.ts';
import type { TablePlace } from '../../import/source/row.ts';
import { objectToImport } from '../../import/uploads.ts';
import { RowWriter, type WrittenRows } from '../../import/write-rows.ts';
import { forgetUpload } from '../forget-upload.ts';
import type { JobKind, JobRun, JobStep } from '../kind.ts';
import { type Refusal, refusalOf } from '../refusals.ts';

interface ImportCheckpoint extends WrittenRows {
  /** The number of processed rows, including those that were refused. */
  readonly rows: number;
  /** The position of the next row, if it is known; otherwise earlier rows are read again and skipped. */
  readonly place?: TablePlace;
}

type ImportRun = JobRun<ImportInput, ImportCheckpoint>;

const START: ImportCheckpoint = { rows: 0, created: 0, updated: 0 };
const COUNTING_MS = 200;
/** Rows per commit. On a machine so busy that every commit takes long, fewer rows would only mean more commits. */
const ROWS = { least: 8, most: 1000 };

/** Creates and updates items from the rows of a file. */
export const importing: JobKind<ImportInput, ImportCheckpoint> = {
  async prepare(context, sent) {
    const input = importInput(context.store.catalog.schema, sent);
    await requireImport(context, input);
    await objectToImport(context, input);
    return { ...input, ...(context.write.skipActivity && { activity_skip: true }) };
  },
  contextOf: (context, { activity_skip: skip }) => ({
    ...context,
    write: { ...context.write, skipActivity: skip === true && isAdmin(context.caller) },
  }),
  async step(run) {
    const name = `${run.context.store.project}/${run.job.id}`;
    const reader = (await keptReader(name, run.checkpoint?.rows ?? 0)) ?? (await readerAt(run));
    try {
      if (await importLots(run, reader)) await reader.close();
      else keepReader(name, reader);
    } catch (error) {
      await reader.close();
      throw error;
    }
  },
  forget: forgetUpload,
};

async function readerAt(run: ImportRun): Promise<ImportReader> {
  const { context, input, checkpoint, signal } = run;
  if (checkpoint === null) await begin(run);
  const { rows: taken = 0, place } = checkpoint ?? {};
  const reader = await ImportReader.open(context, input, signal, place && { taken, place });
  await reader.skip(taken, () => run.breathe());
  return reader;
}

/** Stores the estimated number of rows. */
async function begin(run: ImportRun): Promise<void> {
  const reader = await ImportReader.open(run.context, run.input, run.signal);
  try {
    const total = await estimateImport(reader, COUNTING_MS);
    await run.commit(async () => ({ checkpoint: START, progress: { total } }));
  } finally {
    await reader.close();
  }
}

/** Imports until the step's time is used up. Returns whether the file has been processed completely. */
async function importLots(run: ImportRun, reader: ImportReader): Promise<boolean> {
  do {
    await importLot(run, reader);
    if (reader.isOver) {
      await end(run);
      return true;
    }
  } while (!run.isSpent);
  return false;
}

async function importLot(run: ImportRun, reader: ImportReader): Promise<void> {
  const { context, input } = run;
  const collection = presentCollection(context, input.collection);
  const ready: ReadyRow[] = [];
  for (const row of await reader.take(Math.min(Math.max(run.size, ROWS.least), ROWS.most))) {
    ready.push(await readyRow(context, collection, input, row));
    await run.breathe();
  }
  const faulty = input.on_refusal === 'stop' ? ready.findIndex(({ fault }) => fault) : -1;
  await byHalves(faulty < 0 ? ready : ready.slice(0, faulty), {
    write: (rows) => write(run, rows),
    isRefusal,
    leaveOut: (row, error) => leaveOut(run, row, error),
  });
  const stopping = ready[faulty];
  if (stopping?.fault) await leaveOut(run, stopping, stopping.fault);
}

async function write(run: ImportRun, rows: readonly ReadyRow[]): Promise<void> {
  const { context, input } = run;
  const { schema } = context.store.catalog;
  const collection = collectionOf(schema, input.collection);
  const payloads = rows.filter(({ fault }) => !fault).map(({ payload }) => payload);
  const answers = await matchedBefore(context.store, collection, payloads);
  await run.commit(async (tx) => {
    const writer = new RowWriter(tx, collection, input, answers);
    await writer.expect(rows.filter(({ fault }) => !fault));
    for (const row of rows) {
      if (!row.fault) await writer.add(row);
      await run.breathe();
    }
    return after(run, rows, await writer.end());
  });
}

/** The state after some rows, with those that were refused. */
function after(
  { context, input, checkpoint, progress }: ImportRun,
  rows: readonly ReadyRow[],
  written: WrittenRows,
): JobStep<ImportCheckpoint> {
  const before = checkpoint ?? START;
  const place = rows.at(-1)?.source.place;
  const { schema } = context.store.catalog;
  return {
    checkpoint: {
      ...(place && { place }),
      rows: before.rows + rows.length,
      created: before.created + written.created,
      updated: before.updated + written.updated,
    },
    progress: { done: progress.done + rows.length },
    refused: rows.flatMap((row) => (row.fault ? [refusedRow(schema, input, row, row.fault)] : [])),
  };
}

async function leaveOut(run: ImportRun, row: ReadyRow, error: ApiError): Promise<void> {
  const { number } = row.source;
  if (run.input.on_refusal === 'stop') throw new ApiError('importStopped', { number, reason: error.message });
  await run.commit(async () => after(run, [{ ...row, fault: error }], { created: 0, updated: 0 }));
}

const refusedRow = (schema: Schema, input: ImportInput, { source }: ReadyRow, error: ApiError): Refusal => ({
  ...refusalOf(`row ${source.number}`, error),
  data: refusedValues(schema, collectionOf(schema, input.collection), input, source),
});

async function end(run: ImportRun): Promise<void> {
  await run.commit(async () => {
    const { rows, created, updated } = run.checkpoint ?? START;
    return {
      checkpoint: { rows, created, updated },
      progress: { total: rows },
      ended: { result: { created, updated, refused: run.progress.refused } },
    };
  });
}
