/** More work is waiting than the queue holds. */
export class Overload extends Error {}

/**
 * Limits how many tasks run at a time, and how many of each party may wait. Freed slots go round the waiting parties, so a
 * party that asks for much delays only itself.
 */
export class Semaphore {
  readonly #limit: number;
  readonly #queueLength: number;
  /** By party, in the order in which the parties are served next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;

  /** At most `limit` tasks run, and at most `queueLength` tasks of one party wait. */
  constructor(limit: number, queueLength: number) {
    this.#limit = limit;
    this.#queueLength = queueLength;
  }

  /** Runs `work` once a slot is free, and returns its result. Throws {@link Overload} when the party's queue is full. */
  async run<T>(party: string, work: () => Promise<T>): Promise<T> {
    await this.#acquire(party);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #acquire(party: string): Promise<void> {
    if (this.#running < this.#limit) {
      this.#running++;
      return;
    }
    const queue = this.#waiting.get(party) ?? [];
    if (queue.length >= this.#queueLength) throw new Overload('the queue is full');
    this.#waiting.set(party, queue);
    await new Promise<void>((start) => queue.push(start));
  }

  /** Passes the slot on to the next task, whose party moves to the end of the order. */
  #release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#running--;
      return;
    }
    const [party, queue] = next;
    const start = queue.shift();
    this.#waiting.delete(party);
    if (queue.length > 0) this.#waiting.set(party, queue);
    start?.();
  }
}
