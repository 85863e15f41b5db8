import type { Snapshot } from '../../dialects/dialect.ts';
import { portableTables } from '../../persistence/portable/portable.ts';
import { TableSum } from '../../persistence/portable/table-sum.ts';
import { selectAll } from '../../persistence/select-all.ts';
import type { Store } from '../../persistence/store.ts';
import type { Table } from '../../schema/column.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import type { BackedUpTable, BackupEnd } from './archive/contents.ts';
import { rowText } from './archive/row-text.ts';
import type { FrameWriter } from './archive/writer.ts';

/** Rows per read; single rows may be large. */
const BATCH = 100;
/** The size of a frame of rows, in characters, unless a single row is larger. */
const FRAME_LENGTH = 256 * 1024;

export type BackedUpSum = BackupEnd['tables'][number];

/** Adds the tables of a snapshot. Yields the number of rows after every batch. Returns the tables. */
export async function* backUpRows(
  { dialect }: Store,
  writer: FrameWriter,
  snapshot: Snapshot,
): AsyncGenerator<number, BackedUpSum[]> {
  const counters = await dialect.counters(snapshot);
  const sums: BackedUpSum[] = [];
  for (const table of await portableTables(snapshot, dialect, 'backedUp')) {
    const content: BackedUpTable = { table, next: counters.get(table.name)?.toString() ?? null };
    await writer.addText({ kind: 'table' }, JSON.stringify(content));
    const sum = new TableSum(table.columns);
    yield* backUpTable(writer, snapshot.batches(selectAll(dialect, table), BATCH), sum);
    sums.push(summed(table, sum));
  }
  return sums;
}

export const summed = ({ name }: Table, { rows, checksum }: TableSum): BackedUpSum => ({ name, rows, checksum });

async function* backUpTable(
  writer: FrameWriter,
  batches: ReturnType<Snapshot['batches']>,
  sum: TableSum,
): AsyncGenerator<number> {
  let [text, count] = ['', 0];
  for await (const rows of batches) {
    for (const row of rows) {
      sum.add(row);
      text += rowText(row);
    }
    count += rows.length;
    if (text.length >= FRAME_LENGTH) {
      await writer.addText({ kind: 'rows', count }, text);
      [text, count] = ['', 0];
    }
    // Engines that run in this thread return rows without yielding.
    await yieldToEventLoop();
    yield rows.length;
  }
  if (count > 0) await writer.addText({ kind: 'rows', count }, text);
}
