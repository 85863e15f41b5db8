import type { Sql } from './connect.ts';

const END_SECONDS = 5;
/** How long sessions may go on with what they have begun when others have taken over. */
const RETIRE_MS = 60_000;

/** The sessions of one time, which retire together: when the last statement that was given to them is answered. */
export class PoolGeneration {
  readonly #sql: Sql;
  #waiting = 0;
  #retired = false;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The rows of a query that is read some at a time. */
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

  /** Takes leave. The driver refuses what it has not sent yet when it is ended, so that comes last. */
  retire(): void {
    this.#retired = true;
    if (this.#waiting === 0) void this.end();
    else setTimeout(() => void this.end(), RETIRE_MS).unref();
  }

  end(): Promise<void> {
    return this.#sql.end({ timeout: END_SECONDS });
  }
}
