import type { Pool, PoolConnection, QueryError } from 'mysql2';
import type { DatabaseAddress } from '../dialect.ts';
import { limitsOf } from '../limits.ts';
import { Outage } from '../outage.ts';
import { connect } from './connect.ts';

/** The error code of a connection that could not be opened in time. */
const CONNECT_TIMEOUT = 'ETIMEDOUT';

/** Somebody who waits for a connection. */
interface Waiting {
  readonly since: number;
  readonly give: (error: Error) => void;
}

/**
 * Whether a server answers. It bounds how long callers wait for a connection, or for the answer to a statement, while
 * it is silent.
 */
export class Reachability {
  readonly #address: DatabaseAddress;
  readonly #connectMs: number;
  readonly #outage = new Outage();
  readonly #waiting = new Set<Waiting>();
  #asking: Promise<boolean> | undefined;

  constructor(address: DatabaseAddress) {
    this.#address = address;
    this.#connectMs = limitsOf(address).connectS * 1000;
  }

  /** Whether the server answers a new connection, if only with a refusal. Concurrent callers share an attempt. */
  answers(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /**
   * Takes a connection from a pool; calls one of the callbacks, once. If connections cannot be opened in time, those
   * who have waited as long fail too: the pool would try again for each of them in turn.
   */
  take(pool: Pool, done: (connection: PoolConnection) => void, fail: (error: unknown) => void): void {
    if (this.#outage.isOn) {
      fail(silence());
      return;
    }
    const waiting: Waiting = { since: performance.now(), give: fail };
    this.#waiting.add(waiting);
    pool.getConnection((error, connection) => {
      const isWaiting = this.#waiting.delete(waiting);
      if (error?.code === CONNECT_TIMEOUT) this.#begin();
      if (!isWaiting) connection?.release();
      else if (error) fail(error);
      else done(connection);
    });
  }

  async #ask(): Promise<boolean> {
    try {
      const { connection } = await connect(this.#address, this.#address.name);
      connection.destroy();
      return true;
    } catch (error) {
      const isRefusal = ((error as { readonly errno?: number }).errno ?? 0) > 0;
      if (!isRefusal) this.#begin();
      return isRefusal;
    }
  }

  #begin(): void {
    this.#outage.begin();
    const latest = performance.now() - this.#connectMs;
    for (const waiting of this.#waiting) {
      if (waiting.since > latest) continue;
      this.#waiting.delete(waiting);
      waiting.give(silence());
    }
  }
}

/** The error of a statement or connection that the server leaves unanswered. */
export function silence(): QueryError {
  return Object.assign(new Error('the server does not answer'), { code: 'PROTOCOL_SEQUENCE_TIMEOUT', fatal: true });
}
