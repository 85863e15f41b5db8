import type { Row } from '../../query/shape/decoder.ts';
import type { Awaitable } from '../../shared/awaitable.ts';
import type { Connection, Statement, WriteResult } from '../dialect.ts';
import type { MysqlConnection } from './connection.ts';

/** A statement that waits for the next one, and what its error means. */
interface Held {
  readonly statement: Statement;
  readonly refusal: (error: unknown) => unknown;
}

/** Sends a statement and calls one of the callbacks, once. */
type Send<T> = (done: (result: T) => void, fail: (error: unknown) => void) => void;

const MOST_HELD = 10;

/**
 * A transaction in a session where autocommit is off. Statements whose result nobody needs wait for the next one and share its round
 * trip. The server runs what follows a failure, but commits none of it.
 */
export class Transaction implements Connection {
  readonly #connection: MysqlConnection;
  #held: Held[] = [];

  constructor(connection: MysqlConnection) {
    this.#connection = connection;
  }

  all(statement: Statement): Promise<Row[]> {
    if (this.#held.length === 0) return this.#connection.all(statement);
    return this.#withHeld((done, fail) => this.#connection.read(statement, done, fail));
  }

  async run(statement: Statement): Promise<WriteResult> {
    await this.flush();
    return this.#connection.run(statement);
  }

  later(statement: Statement, refusal: Held['refusal']): Awaitable<void> {
    this.#held.push({ statement, refusal });
    if (this.#held.length === MOST_HELD) return this.flush();
  }

  /** Runs what waits. */
  async flush(): Promise<void> {
    if (this.#held.length > 0) await this.#withHeld<void>((done) => done());
  }

  /** Sends what waits together with one more. Ends when all have: with the result of the last, or the error of the first that failed. */
  #withHeld<T>(last: Send<T>): Promise<T> {
    const held = this.#held;
    this.#held = [];
    return new Promise((done, fail) => {
      const errors: { readonly error: unknown }[] = [];
      let running = held.length + 1;
      let end = (): void => {};
      const ended = (): void => {
        if (--running > 0) return;
        const failed = errors.find(Boolean);
        if (failed) fail(failed.error);
        else end();
      };
      const failed = (index: number, error: unknown): void => {
        errors[index] = { error };
        ended();
      };
      this.#connection.together(() => {
        for (const [index, { statement, refusal }] of held.entries())
          this.#connection.write(statement, ended, (error) => failed(index, refusal(error)));
        last(
          (result) => {
            end = () => done(result);
            ended();
          },
          (error) => failed(held.length, error),
        );
      });
    });
  }
}
