import type { Row } from '../../query/shape/row.ts';
import type { Awaitable } from '../../shared/awaitable.ts';
import type { Connection, Statement, WriteResult } from '../dialect.ts';
import type { MysqlConnection } from './connection.ts';

/** A statement that was sent without waiting for its result, and how to convert its error. */
interface Sent {
  readonly statement: Statement;
  readonly refusal: (error: unknown) => unknown;
}

const MAX_HELD = 10;

/**
 * A transaction in a session with autocommit off. If the server is known to support pipelining, statements whose
 * results are not needed are sent together with the next one, provided that it comes in the same turn of the event
 * loop. The server runs statements that follow a failure, but commits none of them.
 */
export class Transaction implements Connection {
  readonly #connection: MysqlConnection;
  readonly #isPipelined: boolean;
  #held: Sent[] = [];
  /** The number of statements that were sent and not yet answered. */
  #running = 0;
  /** The first failure of a statement that was sent without waiting. */
  #failure: (Sent & { readonly error: unknown }) | null = null;
  /** Called when all statements have been answered. */
  readonly #waiting: (() => void)[] = [];

  /** `isPipelined` says whether the server accepts a statement before it has answered the previous one. */
  constructor(connection: MysqlConnection, isPipelined: boolean) {
    this.#connection = connection;
    this.#isPipelined = isPipelined;
  }

  all(statement: Statement): Promise<Row[]> {
    if (this.#running > 0) return this.#settled().then(() => this.#answered(statement));
    return this.#answered(statement);
  }

  async run(statement: Statement): Promise<WriteResult> {
    await this.flush();
    return this.#connection.run(statement);
  }

  later(statement: Statement, refusal: Sent['refusal']): Awaitable<void> {
    this.#held.push({ statement, refusal });
    if (this.#held.length === MAX_HELD) return this.flush();
    if (this.#held.length === 1) setImmediate(() => this.#send());
  }

  /** Sends and waits for all statements that were not waited for. */
  async flush(): Promise<void> {
    while (this.#held.length > 0 || this.#running > 0) {
      this.#send();
      await this.#settled();
    }
    if (this.#failure) throw await this.#refused();
  }

  /**
   * Drops unsent statements and waits for those that were sent: nothing may reach the session after its transaction has
   * ended.
   */
  async end(): Promise<void> {
    this.#held = [];
    await this.#settled();
  }

  /**
   * Sends the held statements, but only after all earlier ones have been answered, since a statement that has to be
   * prepared would be overtaken.
   */
  #send(): void {
    if (this.#held.length === 0) return;
    if (this.#running > 0) void this.#settled().then(() => this.#send());
    else this.#connection.together(() => this.#write(), this.#isPipelined);
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
    if (--this.#running > 0) return;
    for (const tell of this.#waiting.splice(0)) tell();
  }

  /** Resolves when nothing is running. */
  #settled(): Promise<void> {
    return new Promise((done) => {
      if (this.#running > 0) this.#waiting.push(done);
      else done();
    });
  }

  /**
   * The rows of a statement. Throws the error of an earlier statement that was not waited for and has failed by then.
   */
  #answered(statement: Statement): Promise<Row[]> {
    return new Promise((done, fail) => {
      const refuse = (): void => void this.#refused().then(fail, fail);
      const read = (rows: Row[]): void => (this.#failure ? refuse() : done(rows));
      const failed = (error: unknown): void => (this.#failure ? refuse() : fail(error));
      this.#connection.together(() => {
        this.#write();
        this.#connection.read(statement, read, failed);
      }, this.#isPipelined);
    });
  }

  async #refused(): Promise<unknown> {
    if (!this.#failure) return null;
    const { statement, error, refusal } = this.#failure;
    return refusal(await this.#connection.explained(error, statement));
  }
}
