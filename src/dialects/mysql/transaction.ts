import type { Row } from '../../query/shape/decoder.ts';
import type { Connection, Statement, WriteResult } from '../dialect.ts';
import type { MysqlConnection } from './connection.ts';

/** A statement that nobody waits for, and what its error means. */
interface Sent {
  readonly statement: Statement;
  readonly refusal: (error: unknown) => unknown;
}

/** Sends a statement and calls one of the callbacks, once. */
type Send<T> = (done: (result: T) => void, fail: (error: unknown) => void) => void;

const MOST_HELD = 10;

/**
 * A transaction in a session where autocommit is off. Statements whose result nobody needs are sent together with the next one, if it
 * comes in the same turn of the event loop. The server runs what follows a failure, but commits none of it.
 */
export class Transaction implements Connection {
  readonly #connection: MysqlConnection;
  #held: Sent[] = [];
  /** How many are sent and not answered. */
  #running = 0;
  /** Of the first statement that nobody waited for. */
  #failure: (Sent & { readonly error: unknown }) | null = null;
  /** Is called when all are answered. */
  #settle: () => void = () => {};

  constructor(connection: MysqlConnection) {
    this.#connection = connection;
  }

  all(statement: Statement): Promise<Row[]> {
    return this.#answered((done, fail) => this.#connection.read(statement, done, fail));
  }

  async run(statement: Statement): Promise<WriteResult> {
    await this.flush();
    return this.#connection.run(statement);
  }

  later(statement: Statement, refusal: Sent['refusal']): void {
    this.#held.push({ statement, refusal });
    if (this.#held.length === MOST_HELD) this.#send();
    else if (this.#held.length === 1) setImmediate(() => this.#send());
  }

  /** Waits for everything that was sent. */
  async flush(): Promise<void> {
    this.#send();
    if (this.#running > 0)
      await new Promise<void>((done) => {
        this.#settle = done;
      });
    if (this.#failure) throw await this.#refused();
  }

  /** Forgets what was not sent. */
  abandon(): void {
    this.#held = [];
  }

  #send(): void {
    if (this.#held.length > 0) this.#connection.together(() => this.#write());
  }

  #write(): void {
    const held = this.#held;
    this.#held = [];
    this.#running += held.length;
    for (const each of held)
      this.#connection.write(
        each.statement,
        () => this.#ended(),
        (error) => {
          this.#failure ??= { ...each, error };
          this.#ended();
        },
      );
  }

  #ended(): void {
    if (--this.#running === 0) this.#settle();
  }

  /** The result of a statement; the error of one before it that nobody waited for, which has ended by then. */
  #answered<T>(send: Send<T>): Promise<T> {
    return new Promise((done, fail) => {
      const refuse = (): void => void this.#refused().then(fail, fail);
      this.#connection.together(() => {
        this.#write();
        send(
          (result) => (this.#failure ? refuse() : done(result)),
          (error) => (this.#failure ? refuse() : fail(error)),
        );
      });
    });
  }

  async #refused(): Promise<unknown> {
    if (!this.#failure) return null;
    const { statement, error, refusal } = this.#failure;
    return refusal(await this.#connection.explained(error, statement));
  }
}
