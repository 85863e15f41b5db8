/** How a process is registered with a database server. */
export interface Registration {
  /** Changes when the registration was lost and made anew; null while there is none. */
  readonly current: object | null;
  /** Registers this process until its connection ends; does nothing if it is registered. */
  register(): Promise<void>;
  /** Whether this process is registered and no other is, and a text that changes with each commit; null for unknown. */
  look(): Promise<Sight>;
}

export interface Sight {
  readonly isAlone: boolean;
  readonly stamp: string | null;
}

/** For how long a process relies on being alone without looking. */
const LEASE_MS = 500;
/** Clocks of different machines do not run at exactly the same rate. */
const MARGIN_MS = 50;
/** How long writes of foreign programs may remain unnoticed, beyond a lease. */
const TERM_MS = 1_000;

/**
 * Knows without a query whether this process is the only one that uses a database. Every process registers before it
 * writes. One that finds others waits until each of them must have looked again: so whoever has looked within
 * {@link LEASE_MS} and was alone can rely on nobody else having written since. (Decision 0012.)
 */
export class Membership {
  readonly #registration: Registration;
  #mayWrite: object | null = null;
  #entering: Promise<void> | undefined;
  #term = 0;
  #begun = 0;
  #until = Number.NEGATIVE_INFINITY;
  #nextLook = Number.NEGATIVE_INFINITY;
  /** As of the beginning of the term. */
  #stamp: string | null = null;
  #registered: object | null = null;
  #looking = false;

  constructor(registration: Registration) {
    this.#registration = registration;
  }

  /** As `Database.term`. Looks again in the background before the knowledge expires. */
  term(): number | null {
    const now = performance.now();
    if (now >= this.#nextLook && !this.#looking) void this.#lookAgain();
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
    const { isAlone } = await this.#registration.look();
    const wait = joined + LEASE_MS + MARGIN_MS - performance.now();
    if (!isAlone && wait > 0) await new Promise((done) => setTimeout(done, wait));
    this.#mayWrite = current;
  }

  async #lookAgain(): Promise<void> {
    this.#looking = true;
    try {
      await this.#registration.register();
      const begun = performance.now();
      this.#nextLook = begun + LEASE_MS / 2;
      this.#saw(await this.#registration.look(), begun);
    } catch {
      // Not known to be alone until the next look succeeds.
      this.#nextLook = performance.now() + LEASE_MS;
    } finally {
      this.#looking = false;
    }
  }

  /**
   * The term goes on only if the last lease has not expired by now: nobody who came after the last look can have written
   * and gone again.
   */
  #saw({ isAlone, stamp }: Sight, begun: number): void {
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
