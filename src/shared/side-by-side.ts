interface Waiting {
  /** Absent for work that is to be alone; null for work that nothing stands in the way of. */
  readonly claim: string | null | undefined;
  readonly start: () => void;
}

/**
 * Lets pieces of work run side by side, so many at most, each of a claim of its own; and some of them alone. Whoever
 * waits to be alone is passed by nobody.
 */
export class SideBySide {
  readonly #most: number;
  readonly #waiting: Waiting[] = [];
  readonly #claims = new Set<string>();
  #running = 0;
  #isAlone = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** Runs `work` while nothing else runs, and returns what it returns. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#run(undefined, work);
  }

  /** Runs `work` beside others, but not beside one of the same claim; null claims nothing. Returns what it returns. */
  beside<T>(claim: string | null, work: () => Promise<T>): Promise<T> {
    return this.#run(claim, work);
  }

  async #run<T>(claim: Waiting['claim'], work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.#waiting.push({ claim, start });
      this.#startNext();
    });
    try {
      return await work();
    } finally {
      this.#end(claim);
    }
  }

  #end(claim: Waiting['claim']): void {
    this.#running--;
    this.#isAlone = false;
    if (typeof claim === 'string') this.#claims.delete(claim);
    this.#startNext();
  }

  /** Starts who may start, in the order of asking; who waits for a claim holds up nobody else. */
  #startNext(): void {
    for (let index = 0; index < this.#waiting.length && !this.#isFull; ) {
      const next = this.#waiting[index] as Waiting;
      if (this.#admits(next)) {
        this.#waiting.splice(index, 1);
        this.#begin(next);
      } else if (next.claim === undefined) return;
      else index++;
    }
  }

  get #isFull(): boolean {
    return this.#isAlone || this.#running >= this.#most;
  }

  #admits({ claim }: Waiting): boolean {
    return claim === undefined ? this.#running === 0 : claim === null || !this.#claims.has(claim);
  }

  #begin({ claim, start }: Waiting): void {
    this.#running++;
    if (claim === undefined) this.#isAlone = true;
    else if (claim !== null) this.#claims.add(claim);
    start();
  }
}
