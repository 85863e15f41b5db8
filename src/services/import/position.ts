import { hash } from 'node:crypto';
import type { Connection } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import { type Condition, TableRows } from '../../persistence/table-rows.ts';
import { inTransaction } from '../../persistence/transaction.ts';
import { imports } from '../../schema/internal/imports.ts';

const TRIES = 4;

/** How far an import has come; moves in the transactions that write its items. */
export class Position {
  readonly #context: Context;
  readonly #id: string;
  readonly #rows: TableRows;
  #line = 0;

  /** `name` tells an import from others into the same collection. */
  constructor(context: Context, collection: string, name: string) {
    this.#context = context;
    this.#rows = new TableRows(context.store.dialect, imports);
    this.#id = hash('sha256', JSON.stringify([collection, name]), 'base64url');
  }

  /**
   * Finds the last line that is dealt with; 0 before the first. The last commit of an import whose process was killed may
   * still be under way: it is waited for. Error 11 where another import of that name goes on meanwhile.
   */
  async take(): Promise<number> {
    for (let tries = 1; !(await inTransaction(this.#context, ({ connection }) => this.#hold(connection))); tries++)
      if (tries >= TRIES) throw new ApiError('importMoved');
    return this.#line;
  }

  /** Moves on, in the transaction under way. Error 11 where another import of that name has. */
  async move(connection: Connection, line: number): Promise<void> {
    if ((await this.#rows.update(connection, [this.#mine, this.#here], { line })) === 0)
      throw new ApiError('importMoved');
  }

  /** Told that the transaction of a move has committed. */
  moved(line: number): void {
    this.#line = line;
  }

  /** Forgets the import: it has reached its end. */
  async erase(connection: Connection): Promise<void> {
    await this.#rows.delete(connection, [this.#mine]);
  }

  /** Writes the place that was read, which whoever else writes there keeps from happening. */
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
