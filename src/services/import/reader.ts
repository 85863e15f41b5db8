import type { Context } from '../../persistence/context.ts';
import type { Spool } from '../../storage/spool.ts';
import type { ImportInput } from './input.ts';
import { openTable } from './source/open.ts';
import type { Reading, SourceRow, TableFile, TablePlace } from './source/row.ts';
import { localCopy, objectToImport } from './uploads.ts';

/** The approximate maximum of rows in memory, in characters. */
const MAX_WEIGHT = 2 * 1024 * 1024;

/** Where a reader continues: the number of rows before it, and their end in the file. */
interface ReaderPlace {
  readonly taken: number;
  readonly place: TablePlace;
}

/** Reads a file to import from beginning to end. */
export class ImportReader {
  readonly file: TableFile;
  readonly #spool: Spool;
  readonly #reading: Reading;
  readonly #rows: AsyncGenerator<SourceRow>;
  #taken = 0;
  #isOver = false;

  private constructor(spool: Spool, file: TableFile, from: ReaderPlace | undefined) {
    this.#spool = spool;
    this.file = file;
    this.#taken = from?.taken ?? 0;
    this.#reading = file.read(from?.place);
    this.#rows = this.#reading.rows();
  }

  /** Opens the file on behalf of the caller, at `from` if it is given. Errors 4, 11, 203, 300. */
  static async open(
    context: Context,
    input: ImportInput,
    signal?: AbortSignal,
    from?: ReaderPlace,
  ): Promise<ImportReader> {
    const object = await objectToImport(context, input);
    const spool = await localCopy(context.store.storage, object, signal);
    try {
      return new ImportReader(spool, await openTable(spool, input.format, input.options), from);
    } catch (error) {
      await spool.close();
      throw error;
    }
  }

  /** The number of rows that have been taken. */
  get taken(): number {
    return this.#taken;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The columns that have been seen so far. */
  get columns(): readonly string[] {
    return [...this.#reading.columns];
  }

  /** The estimated number of rows in the file, which is exact at its end; null if there is no estimate. */
  get estimate(): number | null {
    if (this.#isOver) return this.#taken;
    const share = this.#reading.share();
    return share === 0 ? null : Math.max(this.#taken, Math.round(this.#taken / share));
  }

  /**
   * The next rows, at most `most`; fewer if they are long or the file ends. Error 4 if the file cannot be read further.
   */
  async take(most: number): Promise<SourceRow[]> {
    const rows: SourceRow[] = [];
    let weight = 0;
    while (rows.length < most && weight < MAX_WEIGHT) {
      const next = await this.#rows.next();
      if (next.done) {
        this.#isOver = true;
        break;
      }
      rows.push(next.value);
      weight += weightOf(next.value);
    }
    this.#taken += rows.length;
    return rows;
  }

  /** Skips rows. */
  async skip(rows: number, breathe: () => Promise<void>): Promise<void> {
    while (this.#taken < rows && !this.#isOver) {
      await this.take(Math.min(100, rows - this.#taken));
      await breathe();
    }
  }

  async close(): Promise<void> {
    await this.#rows.return(undefined).catch(() => {});
    await this.#spool.close().catch(() => {});
  }
}

function weightOf({ values }: SourceRow): number {
  let weight = 64;
  for (const value of values.values()) weight += typeof value === 'string' ? value.length : 16;
  return weight;
}
