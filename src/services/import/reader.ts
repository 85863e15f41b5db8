import type { Context } from '../../persistence/context.ts';
import type { Spool } from '../../storage/spool.ts';
import type { ImportInput } from './input.ts';
import { openTable } from './source/open.ts';
import type { Reading, SourceRow, TableFile, TablePlace } from './source/row.ts';
import { localCopy, objectToImport } from './uploads.ts';

/** Characters of rows that are in memory at a time, as far as they can be known. */
const MOST_WEIGHT = 2 * 1024 * 1024;

/** Where a reader goes on: after so many rows. */
interface ReaderPlace {
  readonly taken: number;
  readonly place: TablePlace;
}

/** A file to import that is read from front to end. */
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

  /** Opens the file, as the caller; at a place if one is given. Errors 4, 11, 203, 300. */
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

  /** How many rows have been taken. */
  get taken(): number {
    return this.#taken;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The columns that are known so far. */
  get columns(): readonly string[] {
    return [...this.#reading.columns];
  }

  /** How many rows the file seems to have, which is exact at its end; null if that cannot be said. */
  get seeming(): number | null {
    if (this.#isOver) return this.#taken;
    const share = this.#reading.share();
    return share === 0 ? null : Math.max(this.#taken, Math.round(this.#taken / share));
  }

  /** The next rows, at most `most`; fewer if they are long, or the file ends. Error 4 if it cannot be read on. */
  async take(most: number): Promise<SourceRow[]> {
    const rows: SourceRow[] = [];
    let weight = 0;
    while (rows.length < most && weight < MOST_WEIGHT) {
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

  /** Passes over rows, without keeping them. */
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
