interface Waiter {
  /** Absent for exclusive work; null for work that needs no key. */
  readonly key: string | null | undefined;
  readonly start: () => void;
}

/**
 * Runs a bounded number of tasks concurrently, at most one per key, and some exclusively. No later task overtakes an
 * exclusive one. The bound may change between tasks.
 */
export class KeyedLock {
  readonly #limit: () => number;
  readonly #waiting: Waiter[] = [];
  readonly #heldKeys = new Set<string>();
  #running = 0;
  #isExclusive = false;

  constructor(limit: number | (() => number)) {
    this.#limit = typeof limit === 'number' ? () => limit : limit;
  }

  /** Runs `work` while nothing else runs, and returns its result. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.#run(undefined, work);
  }

  /** Runs `work` concurrently with others, except those with the same key; a null key conflicts with none. Returns its result. */
  shared<T>(key: string | null, work: () => Promise<T>): Promise<T> {
    return this.#run(key, work);
  }

  async #run<T>(key: Waiter['key'], work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.#waiting.push({ key, start });
      this.#startNext();
    });
    try {
      return await work();
    } finally {
      this.#end(key);
    }
  }

  #end(key: Waiter['key']): void {
    this.#running--;
    this.#isExclusive = false;
    if (typeof key === 'string') this.#heldKeys.delete(key);
    this.#startNext();
  }

  /** Starts every task that may start, first come, first served. A task that waits for a key does not block others. */
  #startNext(): void {
    for (let index = 0; index < this.#waiting.length && !this.#isFull; ) {
      const next = this.#waiting[index] as Waiter;
      if (this.#admits(next)) {
        this.#waiting.splice(index, 1);
        this.#begin(next);
      } else if (next.key === undefined) return;
      else index++;
    }
  }

  get #isFull(): boolean {
    return this.#isExclusive || this.#running >= this.#limit();
  }

  #admits({ key }: Waiter): boolean {
    return key === undefined ? this.#running === 0 : key === null || !this.#heldKeys.has(key);
  }

  #begin({ key, start }: Waiter): void {
    this.#running++;
    if (key === undefined) this.#isExclusive = true;
    else if (key !== null) this.#heldKeys.add(key);
    start();
  }
}
