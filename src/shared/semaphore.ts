import { FairQueue } from './fair-queue.ts';

/** Thrown if a party has too many waiting tasks, or has waited too long. */
export class Overload extends Error {}

interface SemaphoreLimits {
  /** How many tasks may run concurrently. */
  readonly total: number;
  /** How many tasks of one party may run, which may change; {@link total} by default. */
  readonly each?: number | (() => number);
  /** How many tasks of one party may wait; any number by default. */
  readonly waiting?: number;
}

/**
 * Limits how many tasks run concurrently, and how many of each party may wait. Parties are scheduled fairly, by the
 * time that their tasks have held slots, so a party with many tasks delays only itself.
 */
export class Semaphore {
  readonly #limits: { readonly total: number; readonly each: () => number; readonly waiting: number };
  readonly #queue = new FairQueue<() => void>();
  #running = 0;

  constructor({ total, each = total, waiting = Number.POSITIVE_INFINITY }: SemaphoreLimits) {
    this.#limits = { total, each: typeof each === 'number' ? () => each : each, waiting };
  }

  /** Runs `work` once the party has a slot, and returns its result. Throws {@link Overload}. */
  async run<T>(party: string, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(party);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * Resolves with a function that releases the slot. Throws {@link Overload} if too many tasks of the party are
   * waiting. If there is no slot within `timeoutMs`, throws the result of `late`.
   */
  async acquire(party: string, timeoutMs?: number, late?: () => Error): Promise<() => void> {
    const { total, each, waiting } = this.#limits;
    if (this.#running < total && this.#queue.runningOf(party) < each()) this.#queue.begin(party);
    else if (this.#queue.waitingOf(party) >= waiting) throw new Overload('too many tasks wait');
    else return this.#wait(party, timeoutMs, late);
    this.#running++;
    return this.#releaseOf(party);
  }

  #wait(party: string, timeoutMs?: number, late?: () => Error): Promise<() => void> {
    return new Promise((done, fail) => {
      const start = (): void => {
        clearTimeout(timer);
        done(this.#releaseOf(party));
      };
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(
              () => this.#queue.remove(party, start) && fail(late?.() ?? new Overload('waited too long')),
              timeoutMs,
            );
      this.#queue.push(party, start);
    });
  }

  #releaseOf(party: string): () => void {
    const begun = performance.now();
    return () => {
      this.#running--;
      this.#queue.end(party, performance.now() - begun);
      this.#startNext();
    };
  }

  #startNext(): void {
    while (this.#running < this.#limits.total) {
      const each = this.#limits.each();
      const start = this.#queue.shift((_, running) => running < each);
      if (!start) return;
      this.#running++;
      start();
    }
  }
}
