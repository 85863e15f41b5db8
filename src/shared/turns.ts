/** More work is waiting than there is room for. */
export class Overload extends Error {}

/** Lets a few pieces of work run at a time, in the order of asking, and holds a bounded number of others back. */
export class Turns {
  readonly #concurrent: number;
  readonly #room: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** `concurrent` pieces run, at most `room` wait. */
  constructor(concurrent: number, room: number) {
    this.#concurrent = concurrent;
    this.#room = room;
  }

  /** Runs `work` when its turn has come, and returns what it returns. Throws {@link Overload} where nobody may wait any more. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#begin();
    try {
      return await work();
    } finally {
      this.#end();
    }
  }

  async #begin(): Promise<void> {
    if (this.#running < this.#concurrent) this.#running++;
    else if (this.#waiting.length >= this.#room) throw new Overload('too much is waiting');
    else await new Promise<void>((start) => this.#waiting.push(start));
  }

  /** The next one takes over the place. */
  #end(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running--;
  }
}
