import { TableSum } from '../../persistence/portable/table-sum.ts';
import type { Table } from '../../schema/column.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import type { BackedUpTable, BackupEnd } from './archive/contents.ts';
import type { Frame } from './archive/frame.ts';
import { damaged, framesOf, textOf } from './archive/reader.ts';
import { rowsIn } from './archive/row-text.ts';
import { type BackedUpSum, summed } from './back-up-rows.ts';

/** Rows whose checksum is computed before yielding to the event loop. */
const ROWS = 100;

/** Reads a backup and compares it with the summary at its end. Yields the number of rows and objects read. Error 4. */
export async function* verifyBackup(path: string): AsyncGenerator<number> {
  const checked = new Checked();
  for await (const frame of framesOf(path)) yield* checked.take(frame);
}

/** What has been read of a backup so far. */
class Checked {
  readonly #sums: BackedUpSum[] = [];
  #table: Table | null = null;
  #sum: TableSum | null = null;
  #objects = 0;
  #bytes = 0;

  async *take(frame: Frame): AsyncGenerator<number> {
    const { head, payload } = frame;
    if (head.kind === 'bytes') yield this.#takeBytes(head, payload);
    else if (head.kind === 'rows') yield* this.#takeRows(frame);
    else if (head.kind === 'table') this.#begin(JSON.parse(await textOf(frame)) as BackedUpTable);
    else if (head.kind === 'end') this.#compare(JSON.parse(await textOf(frame)) as BackupEnd);
  }

  #begin({ table }: BackedUpTable): void {
    this.#end();
    this.#table = table;
    this.#sum = new TableSum(table.columns);
  }

  #end(): void {
    if (this.#table && this.#sum) this.#sums.push(summed(this.#table, this.#sum));
    this.#table = null;
  }

  async *#takeRows(frame: Frame): AsyncGenerator<number> {
    const rows = rowsIn(await textOf(frame));
    for (let at = 0; at < rows.length; at += ROWS) {
      const some = rows.slice(at, at + ROWS);
      for (const row of some) this.#sum?.add(row);
      await yieldToEventLoop();
      yield some.length;
    }
  }

  #takeBytes({ name, at, size }: Extract<Frame['head'], { kind: 'bytes' }>, { length }: Buffer): number {
    if (at !== this.#bytes) throw damaged(`a part of the file "${name}" is missing`);
    this.#bytes += length;
    if (size === undefined) return 0;
    if (size !== this.#bytes) throw damaged(`the file "${name}" has another size`);
    this.#bytes = 0;
    this.#objects++;
    return 1;
  }

  #compare({ tables, objects }: BackupEnd): void {
    this.#end();
    if (objects !== this.#objects) throw damaged('files are missing');
    const wrong = tables.find((sum, index) => JSON.stringify(sum) !== JSON.stringify(this.#sums[index]));
    if (wrong || tables.length !== this.#sums.length) throw damaged(`the table "${wrong?.name}" reads back otherwise`);
  }
}
