import type { DatabaseAddress } from '../dialect.ts';
import type { SessionKind } from './connect.ts';
import { Sessions } from './session.ts';

/** Sessions for transactions, one each. The most recently used is taken first, so that few are opened. */
export class Writers {
  readonly #all: readonly Sessions[];
  readonly #idle: Sessions[];

  /** At most `count` transactions run at a time; callers ensure that. */
  constructor(address: DatabaseAddress, count: number, statementMs: number) {
    const kind: SessionKind = { count: 1, statementMs };
    this.#all = Array.from({ length: count }, () => new Sessions(address, kind));
    this.#idle = [...this.#all];
  }

  async use<T>(work: (session: Sessions) => Promise<T>): Promise<T> {
    const session = this.#idle.pop();
    if (!session) throw new Error('no session is free for the transaction');
    session.renew();
    try {
      return await work(session);
    } finally {
      this.#idle.push(session);
    }
  }

  /** Makes statements be prepared again in all sessions. */
  replan(epoch: number): void {
    for (const each of this.#all) each.replan(epoch);
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((each) => each.close()));
  }
}
