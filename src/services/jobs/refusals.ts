import type { ApiError } from '../../errors/api-error.ts';
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

const LONGEST_DATA = 1_000_000;
const LONGEST_KEY = 255;
const LONGEST_MESSAGE = 1000;

export const refusalRows = ({ dialect }: StoreView): TableRows => new TableRows(dialect, jobRefusals);

/** What is said of an item that was refused. */
export const refusalOf = (key: string, { code, message }: ApiError): Refusal => ({ key, code, message });

/** Stores what a step has left out. */
export async function storeRefusals(
  { context, connection }: Transaction,
  job: number,
  refused: readonly Refusal[],
): Promise<void> {
  const rows = refusalRows(context.store);
  for (const { key, code, message, data } of refused)
    await rows.insert(connection, {
      job,
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
