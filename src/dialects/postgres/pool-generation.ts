import type { Sql } from './connect.ts';

const END_SECONDS = 5;
/** How long a retired generation may keep running statements. */
const RETIRE_MS = 60_000;

/**
 * The sessions of one generation of a pool. They retire together, once the last statement given to them has completed.
 */
export class PoolGeneration {
  readonly #sql: Sql;
  #waiting = 0;
  #retired = false;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Streams the rows of a query in chunks. */
  async *chunks<T>(send: (sql: Sql) => AsyncIterable<T>): AsyncGenerator<T> {
    this.#waiting++;
    try {
      yield* send(this.#sql);
    } finally {
      this.#done();
    }
  }

  async run<T>(send: (sql: Sql) => PromiseLike<T>): Promise<T> {
    this.#waiting++;
    try {
      return await send(this.#sql);
    } finally {
      this.#done();
    }
  }

  #done(): void {
    this.#waiting--;
    if (this.#retired && this.#waiting === 0) void this.end();
  }

  /** Retires the generation. Ending the driver rejects queued statements, so that happens last. */
  retire(): void {
    this.#retired = true;
    if (this.#waiting === 0) void this.end();
    else setTimeout(() => void this.end(), RETIRE_MS).unref();
  }

  end(): Promise<void> {
    return this.#sql.end({ timeout: END_SECONDS });
  }
}
