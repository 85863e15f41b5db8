import { FairQueue } from './fair-queue.ts';

/** A party has more work waiting than it may. */
export class Crowded extends Error {
  readonly code = 'CROWDED';
}

/** How many tasks run at a time in all and of each party, and how many of each party may wait. */
interface SlotLimits {
  readonly total: number;
  readonly each: number;
  readonly waiting: number;
}

/** Slots for tasks of several parties, which take turns by the time that their tasks have held slots. */
export class FairSlots {
  readonly #limits: SlotLimits;
  readonly #queue = new FairQueue<() => void>();
  #running = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Runs `work` once the party has a slot, and returns its result. Throws {@link Crowded}. */
  async run<T>(party: string, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(party);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * Resolves with a function that frees the slot. Throws {@link Crowded} if too many tasks of the party wait, and what
   * `late` makes if there is no slot within `timeoutMs`.
   */
  async acquire(party: string, timeoutMs?: number, late?: () => Error): Promise<() => void> {
    const { total, each, waiting } = this.#limits;
    if (this.#running < total && this.#queue.runningOf(party) < each) this.#queue.begin(party);
    else if (this.#queue.waitingOf(party) >= waiting) throw new Crowded('too many tasks wait');
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
              () => this.#queue.remove(party, start) && fail(late?.() ?? new Crowded('waited too long')),
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
      const start = this.#queue.shift(this.#limits.each);
      if (!start) return;
      this.#running++;
      start();
    }
  }
}
