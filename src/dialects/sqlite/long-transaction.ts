import type { Row } from '../../query/shape/row.ts';
import type { Awaitable } from '../../shared/awaitable.ts';
import { charge } from '../../shared/loop-time.ts';
import type { Party } from '../../shared/turns.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import type { Connection, Statement, WriteResult } from '../dialect.ts';

/** How long a transaction may run before it yields to others. */
const TURN_MS = 5;

/**
 * A connection for one transaction, which yields to the event loop between the statements of a long one. Statements run
 * in the order in which they are given.
 */
export class LongTransaction implements Connection {
  readonly #writer: Connection;
  readonly #account: Party | null;
  #since = performance.now();
  #pause: Promise<void> | null = null;

  constructor(writer: Connection, account: Party | null) {
    this.#writer = writer;
    this.#account = account;
  }

  all(statement: Statement): Awaitable<Row[]> {
    const pause = this.#paused();
    return pause ? pause.then(() => this.#writer.all(statement)) : this.#writer.all(statement);
  }

  run(statement: Statement): Promise<WriteResult> {
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
