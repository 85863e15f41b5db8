import type { Row } from '../../query/shape/row.ts';
import type { Awaitable } from '../../shared/awaitable.ts';
import { type Account, charge } from '../../shared/loop-time.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import type { Connection, Statement, WriteResult } from '../dialect.ts';
import { bytesOf } from '../result-size.ts';

/** How long a transaction may run before it yields to others. */
const TURN_MS = 5;
/** What a statement changes besides its values, in bytes: a part of a page of the table, and of each index. */
const STATEMENT_BYTES = 256;

/** A transaction has changed so much that its commit would block the server. */
export class TransactionTooLarge extends Error {
  constructor() {
    super('the transaction is too large for the thread of the server');
  }
}

/**
 * A connection for one transaction, which yields to the event loop between the statements of a long one. Statements run
 * in the order in which they are given.
 */
export class LongTransaction implements Connection {
  readonly #writer: Connection;
  readonly #account: Account | null;
  readonly #most: number;
  #written = 0;
  #since = performance.now();
  #pause: Promise<void> | null = null;

  /** Statements that would change more bytes than `most` in all are refused with {@link TransactionTooLarge}. */
  constructor(writer: Connection, account: Account | null, most = Number.POSITIVE_INFINITY) {
    this.#writer = writer;
    this.#account = account;
    this.#most = most;
  }

  get isTooLarge(): boolean {
    return this.#written > this.#most;
  }

  all(statement: Statement): Awaitable<Row[]> {
    const pause = this.#paused();
    return pause ? pause.then(() => this.#writer.all(statement)) : this.#writer.all(statement);
  }

  run(statement: Statement): Promise<WriteResult> {
    this.#written += STATEMENT_BYTES + bytesOf(statement.parameters);
    if (this.isTooLarge) return Promise.reject(new TransactionTooLarge());
    const pause = this.#paused();
    return pause ? pause.then(() => this.#writer.run(statement)) : this.#writer.run(statement);
  }

  #paused(): Promise<void> | null {
    if (!this.#pause && performance.now() - this.#since >= TURN_MS) this.#pause = this.#leaveToOthers();
    return this.#pause;
  }

  async #leaveToOthers(): Promise<void> {
    await yieldToEventLoop();
    this.#pause = null;
    this.#since = performance.now();
    charge(this.#account);
  }
}
