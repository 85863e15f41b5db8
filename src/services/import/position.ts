import { hash } from 'node:crypto';
import type { Connection } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import { type Condition, TableRows } from '../../persistence/table-rows.ts';
import { inTransaction } from '../../persistence/transaction.ts';
import { imports } from '../../schema/internal/imports.ts';

const TRIES = 4;

/** The position of an import. It advances in the transactions that write the items. */
export class Position {
  readonly #context: Context;
  readonly #id: string;
  readonly #rows: TableRows;
  #line = 0;

  /** `name` tells apart imports into the same collection. */
  constructor(context: Context, collection: string, name: string) {
    this.#context = context;
    this.#rows = new TableRows(context.store.dialect, imports);
    this.#id = hash('sha256', JSON.stringify([collection, name]), 'base64url');
  }

  /**
   * Reads the last processed line; 0 if there is none. Waits for the last commit of an import whose process was killed.
   * Error 11 if another import with this name is running.
   */
  async take(): Promise<number> {
    for (let tries = 1; !(await inTransaction(this.#context, ({ connection }) => this.#hold(connection))); tries++)
      if (tries >= TRIES) throw new ApiError('importMoved');
    return this.#line;
  }

  /**
   * Advances the position inside the caller's transaction. Error 11 if another import with this name has advanced it.
   */
  async move(connection: Connection, line: number): Promise<void> {
    if ((await this.#rows.update(connection, [this.#mine, this.#here], { line })) === 0)
      throw new ApiError('importMoved');
  }

  /** To be called after the transaction of a move has committed. */
  moved(line: number): void {
    this.#line = line;
  }

  /** Removes the position of a finished import. */
  async erase(connection: Connection): Promise<void> {
    await this.#rows.delete(connection, [this.#mine]);
  }

  /** Locks the position by writing the value just read. Returns false if another import has changed it. */
  async #hold(connection: Connection): Promise<boolean> {
    const [row] = await this.#rows.find(connection, [this.#mine], 'id', 1);
    this.#line = Number(row?.line ?? 0);
    if (row) return (await this.#rows.update(connection, [this.#mine, this.#here], { line: this.#line })) > 0;
    return this.#begin(connection);
  }

  async #begin(connection: Connection): Promise<boolean> {
    try {
      await this.#rows.insert(connection, { id: this.#id, line: 0 });
      return true;
    } catch (error) {
      if (this.#context.store.dialect.classify(error)?.kind !== 'unique') throw error;
      return false;
    }
  }

  get #mine(): Condition {
    return ['id', '=', this.#id];
  }

  get #here(): Condition {
    return ['line', '=', this.#line];
  }
}
