import type { ApiError } from '../../errors/api-error.ts';
import type { Job } from '../../persistence/jobs/job.ts';
import type { StoreView } from '../../persistence/store.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { jobRefusals } from '../../schema/internal/jobs.ts';

/** Something that a job has left out. */
export interface Refusal {
  /** The key of the item, or its place in what is imported. */
  readonly key: string;
  readonly code: number | null;
  readonly message: string;
  /** What was sent, by column, so that it can be mended and sent again. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A file may have millions of faulty rows, and nobody reads as many. */
const MOST_KEPT = 10_000;
const LONGEST_DATA = 1_000_000;
const LONGEST_KEY = 255;
const LONGEST_MESSAGE = 1000;

export const refusalRows = ({ dialect }: StoreView): TableRows => new TableRows(dialect, jobRefusals);

/** What is said of an item that was refused. */
export const refusalOf = (key: string, { code, message }: ApiError): Refusal => ({ key, code, message });

/** Stores what a step has left out. Of a job, only so much is kept; the rest is counted. (Contract, J-3.) */
export async function storeRefusals(
  { context, connection }: Transaction,
  { id, progress }: Pick<Job, 'id' | 'progress'>,
  refused: readonly Refusal[],
): Promise<void> {
  const rows = refusalRows(context.store);
  for (const { key, code, message, data } of refused.slice(0, Math.max(0, MOST_KEPT - progress.refused)))
    await rows.insert(connection, {
      job: id,
      item: key.slice(0, LONGEST_KEY),
      code,
      message: message.slice(0, LONGEST_MESSAGE),
      data: dataOf(data),
    });
}

function dataOf(data: Refusal['data']): string | null {
  const text = data === undefined ? '' : JSON.stringify(data);
  return text === '' || text.length > LONGEST_DATA ? null : text;
}
