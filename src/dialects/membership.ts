/** The registration of a process with a database server. */
export interface Registration {
  /** Changes when a lost registration has been renewed; null while there is none. */
  readonly current: object | null;
  /** Registers this process until its connection ends; does nothing if it is registered already. */
  register(): Promise<void>;
  /** Whether this process is registered and no other is, and a text that changes with each commit; null if unknown. */
  check(): Promise<MembershipState>;
}

export interface MembershipState {
  readonly isAlone: boolean;
  readonly stamp: string | null;
}

/** How long a process may rely on being alone without checking. */
const LEASE_MS = 500;
/** Clocks of different machines do not run at exactly the same rate. */
const MARGIN_MS = 50;
/** How long writes of foreign programs may go unnoticed, beyond a lease. */
const TERM_MS = 1_000;

/**
 * Tells without a query whether this process is the only one that uses a database. Every process registers before it
 * writes. A process that finds others waits until each of them must have checked again. So a process that has checked
 * within {@link LEASE_MS} and was alone can rely on no other process having written since. (Decision 0012.)
 */
export class Membership {
  readonly #registration: Registration;
  #mayWrite: object | null = null;
  #entering: Promise<void> | undefined;
  #term = 0;
  #begun = 0;
  #until = Number.NEGATIVE_INFINITY;
  #nextCheck = Number.NEGATIVE_INFINITY;
  /** The stamp at the beginning of the term. */
  #stamp: string | null = null;
  #registered: object | null = null;
  #checking = false;

  constructor(registration: Registration) {
    this.#registration = registration;
  }

  /** See `Database.term`. Checks again in the background before the lease expires. */
  term(): number | null {
    const now = performance.now();
    if (now >= this.#nextCheck && !this.#checking) void this.#checkAgain();
    return now < this.#until && this.#registration.current !== null ? this.#term : null;
  }

  /** Undefined if this process may write now; otherwise resolves when it may. */
  beforeWriting(): Promise<void> | undefined {
    const { current } = this.#registration;
    if (current !== null && current === this.#mayWrite) return undefined;
    this.#entering ??= this.#enter().finally(() => {
      this.#entering = undefined;
    });
    return this.#entering;
  }

  async #enter(): Promise<void> {
    await this.#registration.register();
    const { current } = this.#registration;
    const joined = performance.now();
    const { isAlone } = await this.#registration.check();
    const wait = joined + LEASE_MS + MARGIN_MS - performance.now();
    if (!isAlone && wait > 0) await new Promise((done) => setTimeout(done, wait));
    this.#mayWrite = current;
  }

  async #checkAgain(): Promise<void> {
    this.#checking = true;
    try {
      await this.#registration.register();
      const begun = performance.now();
      this.#nextCheck = begun + LEASE_MS / 2;
      this.#update(await this.#registration.check(), begun);
    } catch {
      // The process does not count as alone until the next check succeeds.
      this.#nextCheck = performance.now() + LEASE_MS;
    } finally {
      this.#checking = false;
    }
  }

  /**
   * The term continues only if the last lease has not expired by now: then no process that came after the last check
   * can have written and left again.
   */
  #update({ isAlone, stamp }: MembershipState, begun: number): void {
    const now = performance.now();
    if (!isAlone) {
      this.#until = Number.NEGATIVE_INFINITY;
      return;
    }
    const { current } = this.#registration;
    const changed = stamp === null || stamp !== this.#stamp;
    const isOver = now >= this.#until || current !== this.#registered;
    if (isOver || (changed && begun - this.#begun >= TERM_MS)) {
      this.#term++;
      this.#begun = begun;
      this.#stamp = stamp;
      this.#registered = current;
    }
    this.#until = begun + LEASE_MS;
  }
}
