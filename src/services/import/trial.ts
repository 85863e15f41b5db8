import { type ApiError, isRefusal } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import { matchedBefore } from '../../persistence/prepare-payload.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Answers } from '../items/execute.ts';
import { rolledBack } from '../items/rolled-back.ts';
import type { ImportInput } from './input.ts';
import type { ReadyRow } from './row.ts';
import { type RowFate, RowWriter } from './write-rows.ts';

/** The outcome of writing a row. */
export type TriedRow = RowFate | { readonly does: 'refuse'; readonly error: ApiError };

/**
 * Finds out what an import would do with some rows, by writing them in a transaction that is rolled back. No hooks run.
 */
export async function tryRows(
  context: Context,
  collection: Collection,
  input: ImportInput,
  rows: readonly ReadyRow[],
): Promise<TriedRow[]> {
  const payloads = rows.map(({ payload }) => payload);
  const answers = await matchedBefore(context.store, collection, payloads);
  const refused = new Map<number, ApiError>();
  for (const [index, { fault }] of rows.entries()) if (fault) refused.set(index, fault);
  for (;;) {
    const attempt = new Attempt(collection, input, answers, rows, refused);
    const fates = await attempt.run(context);
    if (fates) return fates;
  }
}

/**
 * Writes the rows that have not been refused so far. If another one is refused, that is recorded, and another attempt
 * is needed.
 */
class Attempt {
  readonly #collection: Collection;
  readonly #input: ImportInput;
  readonly #answers: Answers;
  readonly #rows: readonly ReadyRow[];
  readonly #refused: Map<number, ApiError>;
  #fates: TriedRow[] = [];
  /** The row that is being written. */
  #at = 0;

  constructor(
    collection: Collection,
    input: ImportInput,
    answers: Answers,
    rows: readonly ReadyRow[],
    refused: Map<number, ApiError>,
  ) {
    this.#collection = collection;
    this.#input = input;
    this.#answers = answers;
    this.#rows = rows;
    this.#refused = refused;
  }

  /** The outcome for each row; null if another row was refused. */
  async run(context: Context): Promise<TriedRow[] | null> {
    try {
      await rolledBack(context, (tx) => {
        this.#fates = [];
        return this.#write(tx);
      });
      return this.#fates;
    } catch (error) {
      if (!isRefusal(error) || this.#refused.has(this.#at)) throw error;
      this.#refused.set(this.#at, error);
    }
    return null;
  }

  async #write(tx: Transaction): Promise<void> {
    const writer = new RowWriter(tx, this.#collection, this.#input, this.#answers);
    for (const [index, row] of this.#rows.entries()) {
      const error = this.#refused.get(index);
      this.#fates.push(error ? { does: 'refuse', error } : await this.#writeOne(writer, row, index));
    }
  }

  async #writeOne(writer: RowWriter, row: ReadyRow, index: number): Promise<RowFate> {
    this.#at = index;
    const fate = await writer.add(row);
    await writer.flush();
    return fate;
  }
}
