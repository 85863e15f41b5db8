import type { Pool, PoolConnection } from 'mysql2';
import type { DatabaseAddress } from '../dialect.ts';
import { limitsOf } from '../limits.ts';
import { Outage } from '../outage.ts';
import { connect } from './connect.ts';
import { type Answering, silence } from './silence.ts';

/** The error code of a connection that could not be opened in time. */
const CONNECT_TIMEOUT = 'ETIMEDOUT';

/** How often somebody who has waited for as long as connecting may take checks whether the server is silent. */
const CHECK_MS = 500;

/**
 * Whether a server answers. It bounds how long callers wait for a connection, or for the answer to a statement, while
 * it is silent.
 */
export class Reachability implements Answering {
  readonly #address: DatabaseAddress;
  readonly #connectMs: number;
  readonly #outage = new Outage();
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
    let isOver = false;
    const check = (): void => {
      if (this.#outage.isOn) end(silence(), undefined as never);
      else timer = setTimeout(check, CHECK_MS);
    };
    // A timer each, not a set of those who wait: a set's dead tables would keep requests in memory. (Decision 0034.)
    let timer = setTimeout(check, this.#connectMs);
    const end = (error: NodeJS.ErrnoException | null, connection: PoolConnection | undefined): void => {
      clearTimeout(timer);
      if (error?.code === CONNECT_TIMEOUT) this.#outage.begin();
      if (isOver) connection?.release();
      else if (error) fail(error);
      else if (connection) done(connection);
      isOver = true;
    };
    pool.getConnection(end);
  }

  async #ask(): Promise<boolean> {
    try {
      const { connection } = await connect(this.#address, this.#address.name);
      connection.destroy();
      return true;
    } catch (error) {
      const isRefusal = ((error as { readonly errno?: number }).errno ?? 0) > 0;
      if (!isRefusal) this.#outage.begin();
      return isRefusal;
    }
  }
}
