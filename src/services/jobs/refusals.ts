import type { ApiError } from '../../errors/api-error.ts';
import type { Job } from '../../persistence/jobs/job.ts';
import type { StoreView } from '../../persistence/store.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { jobRefusals } from '../../schema/internal/jobs.ts';

/** A piece of work that a job has left out. */
export interface Refusal {
  /** The key of the item, or the number of the row in the imported file. */
  readonly key: string;
  readonly code: number | null;
  readonly message: string;
  /** The values that were sent, by column, so that they can be corrected and sent again. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A file may have millions of faulty rows; nobody would read them all. */
const MAX_KEPT = 10_000;
const MAX_DATA_LENGTH = 1_000_000;
const MAX_KEY_LENGTH = 255;
const MAX_MESSAGE_LENGTH = 1000;

export const refusalRows = ({ dialect }: StoreView): TableRows => new TableRows(dialect, jobRefusals);

/** The stored form of a refusal. */
export const refusalOf = (key: string, { code, message }: ApiError): Refusal => ({ key, code, message });

/** Stores the refusals of a step. Only a limited number is stored per job; all are counted. (Contract, J-3.) */
export async function storeRefusals(
  { context, connection }: Transaction,
  { id, progress }: Pick<Job, 'id' | 'progress'>,
  refused: readonly Refusal[],
): Promise<void> {
  const rows = refusalRows(context.store);
  for (const { key, code, message, data } of refused.slice(0, Math.max(0, MAX_KEPT - progress.refused)))
    await rows.insert(connection, {
      job: id,
      item: key.slice(0, MAX_KEY_LENGTH),
      code,
      message: message.slice(0, MAX_MESSAGE_LENGTH),
      data: dataOf(data),
    });
}

function dataOf(data: Refusal['data']): string | null {
  const text = data === undefined ? '' : JSON.stringify(data);
  return text === '' || text.length > MAX_DATA_LENGTH ? null : text;
}
