import type { Sql } from './connect.ts';

const END_SECONDS = 5;
/** How long a retired generation may keep running statements. */
const RETIRE_MS = 60_000;

/** A driver instance with one session, and its number of pending statements. */
interface Member {
  readonly sql: Sql;
  running: number;
}

/**
 * The sessions of one generation of a pool. They retire together, once the last statement given to them has completed.
 * Each session is a driver instance of its own, because the driver's pool keeps queues that grow with every statement
 * and are searched for each, until all of its sessions are in use at once.
 */
export class PoolGeneration {
  readonly #open: () => Sql;
  readonly #count: number;
  readonly #members: Member[] = [];
  /** The most recently used session is taken first, so that few are opened. */
  readonly #idle: Member[] = [];
  #retired = false;

  /** `open` opens one session; there are at most `count`. */
  constructor(open: () => Sql, count: number) {
    this.#open = open;
    this.#count = count;
  }

  /** Streams the rows of a query in chunks. */
  async *chunks<T>(send: (sql: Sql) => AsyncIterable<T>): AsyncGenerator<T> {
    const member = this.#take();
    try {
      yield* send(member.sql);
    } finally {
      this.#done(member);
    }
  }

  /**
   * Sends a query and returns its result, converted by `read`. If all sessions are in use, the query is queued in the
   * session with the fewest.
   */
  async run<T, R>(send: (sql: Sql) => PromiseLike<T>, read: (result: T) => R): Promise<R> {
    const member = this.#take();
    try {
      return read(await send(member.sql));
    } finally {
      this.#done(member);
    }
  }

  get #isIdle(): boolean {
    return this.#idle.length === this.#members.length;
  }

  #take(): Member {
    const member = this.#idle.pop() ?? (this.#members.length < this.#count ? this.#add() : this.#leastBusy());
    member.running++;
    return member;
  }

  #add(): Member {
    const member = { sql: this.#open(), running: 0 };
    this.#members.push(member);
    return member;
  }

  #leastBusy(): Member {
    return this.#members.reduce((least, each) => (each.running < least.running ? each : least));
  }

  #done(member: Member): void {
    if (--member.running === 0) this.#idle.push(member);
    if (this.#retired && this.#isIdle) void this.end();
  }

  /** Retires the generation. Ending the driver rejects queued statements, so that happens last. */
  retire(): void {
    this.#retired = true;
    if (this.#isIdle) void this.end();
    else setTimeout(() => void this.end(), RETIRE_MS).unref();
  }

  async end(): Promise<void> {
    await Promise.all(this.#members.map(({ sql }) => sql.end({ timeout: END_SECONDS })));
  }
}
