/** More work is waiting than there is room for. */
export class Overload extends Error {}

/**
 * Lets a few pieces of work run at a time, and holds a bounded number of others back. Parties take turns: whoever asks
 * for much waits for itself, and not the others for it.
 */
export class Turns {
  readonly #concurrent: number;
  readonly #room: number;
  /** By party, in the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;

  /** `concurrent` pieces run, at most `room` of one party wait. */
  constructor(concurrent: number, room: number) {
    this.#concurrent = concurrent;
    this.#room = room;
  }

  /** Runs `work` when its party's turn has come, and returns what it returns. Throws {@link Overload} where the party may wait no more. */
  async run<T>(party: string, work: () => Promise<T>): Promise<T> {
    await this.#begin(party);
    try {
      return await work();
    } finally {
      this.#end();
    }
  }

  async #begin(party: string): Promise<void> {
    if (this.#running < this.#concurrent) {
      this.#running++;
      return;
    }
    const queue = this.#waiting.get(party) ?? [];
    if (queue.length >= this.#room) throw new Overload('too much is waiting');
    this.#waiting.set(party, queue);
    await new Promise<void>((start) => queue.push(start));
  }

  /** The next one takes over the place, and its party goes to the end of the line. */
  #end(): void {
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
