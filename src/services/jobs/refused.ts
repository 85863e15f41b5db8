import type { Context } from '../../persistence/context.ts';
import type { Job } from '../../persistence/jobs/job.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import { columnOf } from '../import/column-of.ts';
import type { ColumnRule } from '../import/input.ts';
import { refusalRows } from './refusals.ts';
import { jobSeen } from './seen.ts';

/** The refusals of a job as a table. */
interface RefusedTable {
  readonly fields: readonly string[];
  readonly items: AsyncIterable<Item[]>;
}

type Refused = Awaited<ReturnType<ReturnType<typeof refusalRows>['find']>>[number];

const CHUNK = 500;
const MAX_COLUMNS = 1000;

/**
 * All stored refusals of a job, read in chunks. The values that were sent appear in their columns, so that they can be
 * corrected and sent again. Errors 108, 203.
 */
export async function readRefused(context: Context, id: string): Promise<RefusedTable> {
  const job = await jobSeen(context, id);
  const columns = await columnsOf(context, job);
  if (columns.length === 0)
    return {
      fields: ['key', 'code', 'message'],
      items: shownAs(context, job, ({ item, code, message }) => ({ key: item, code, message })),
    };
  const fields = [...columns, 'refused_row', 'refused_column', 'refused_code', 'refused_message'];
  return { fields, items: shownAs(context, job, (row) => ({ ...dataOf(row), ...reasonOf(job, row) })) };
}

/** The columns of the file, as far as they are known. */
async function columnsOf(context: Context, job: Job): Promise<string[]> {
  const columns = new Set<string>();
  for await (const rows of chunksOf(context, job))
    for (const name of rows.flatMap((row) => Object.keys(dataOf(row))))
      if (columns.size < MAX_COLUMNS) columns.add(name);
  return [...columns];
}

async function* shownAs(context: Context, job: Job, shown: (row: Refused) => Item): AsyncGenerator<Item[]> {
  for await (const rows of chunksOf(context, job)) yield rows.map(shown);
}

const chunksOf = ({ store }: Context, { id }: Job): AsyncIterable<Refused[]> =>
  refusalRows(store).chunks(store.database, [['job', '=', id]], 'id', CHUNK);

function dataOf(row: Readonly<Record<string, unknown>>): Item {
  const { data } = row;
  const sent: unknown = typeof data === 'string' ? JSON.parse(data) : null;
  return isRecord(sent) ? sent : {};
}

function reasonOf({ input }: Job, { item, code, message, ...row }: Refused): Item {
  const data = dataOf(row);
  const named = Object.keys(data).map((column) => ({ column, field: column }));
  const mapping = Array.isArray(input.mapping) ? (input.mapping as ColumnRule[]) : named;
  return {
    refused_row: asText(item).replace(/^row /, ''),
    refused_column: columnOf(asText(message), mapping),
    refused_code: code ?? null,
    refused_message: message ?? null,
  };
}
