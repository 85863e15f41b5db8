/** The most concurrent deliveries to one receiver, */
const PER_QUEUE = 5;
/** and in total, not counting mail. */
const IN_ALL = 50;
const MAIL = 'mail';

/** The deliveries of a project in progress, by receiver: a slow one fills only its own queue. */
export class ReceiverQueues {
  readonly #ended: (failure: unknown) => void;
  readonly #running = new Map<string, number>();
  readonly #all = new Set<Promise<void>>();

  /** Calls `ended` after each delivery, with the error if its result could not be recorded. */
  constructor(ended: (failure: unknown) => void) {
    this.#ended = ended;
  }

  /** The queues without a free slot. */
  full(): string[] {
    return [...this.#running.keys()].filter((queue) => !this.hasRoom(queue));
  }

  /** Whether only mail still has a free slot. */
  get isFull(): boolean {
    return this.#all.size - (this.#running.get(MAIL) ?? 0) >= IN_ALL;
  }

  get isBusy(): boolean {
    return this.#all.size > 0;
  }

  hasRoom(queue: string): boolean {
    return (this.#running.get(queue) ?? 0) < PER_QUEUE && (queue === MAIL || !this.isFull);
  }

  /** Starts a delivery; only {@link settled} waits for it. */
  run(queue: string, work: () => Promise<void>): void {
    this.#running.set(queue, (this.#running.get(queue) ?? 0) + 1);
    const running: Promise<void> = work().then(
      () => this.#leave(queue, running, null),
      (failure: unknown) => this.#leave(queue, running, failure),
    );
    this.#all.add(running);
  }

  /** Resolves when all deliveries in progress have ended. */
  async settled(): Promise<void> {
    while (this.#all.size > 0) await Promise.all(this.#all);
  }

  #leave(queue: string, running: Promise<void>, failure: unknown): void {
    this.#all.delete(running);
    const left = (this.#running.get(queue) ?? 1) - 1;
    if (left > 0) this.#running.set(queue, left);
    else this.#running.delete(queue);
    this.#ended(failure);
  }
}
