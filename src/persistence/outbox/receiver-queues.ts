/** So many deliveries to one receiver are under way at once, */
const PER_QUEUE = 5;
/** and so many in all, besides mails. */
const IN_ALL = 50;
const MAIL = 'mail';

/** The deliveries of a project that are under way, by receiver: a slow one fills its own queue and no other. */
export class ReceiverQueues {
  readonly #ended: (failure: unknown) => void;
  readonly #running = new Map<string, number>();
  readonly #all = new Set<Promise<void>>();

  /** `ended` is told of every end of a delivery, and with what it failed to be recorded, if it did. */
  constructor(ended: (failure: unknown) => void) {
    this.#ended = ended;
  }

  /** The queues without room. */
  full(): string[] {
    return [...this.#running.keys()].filter((queue) => !this.hasRoom(queue));
  }

  /** Whether there is room for mails alone. */
  get isFull(): boolean {
    return this.#all.size - (this.#running.get(MAIL) ?? 0) >= IN_ALL;
  }

  hasRoom(queue: string): boolean {
    return (this.#running.get(queue) ?? 0) < PER_QUEUE && (queue === MAIL || !this.isFull);
  }

  /** Begins a delivery; nobody waits for it but {@link settled}. */
  run(queue: string, work: () => Promise<void>): void {
    this.#running.set(queue, (this.#running.get(queue) ?? 0) + 1);
    const running: Promise<void> = work().then(
      () => this.#leave(queue, running, null),
      (failure: unknown) => this.#leave(queue, running, failure),
    );
    this.#all.add(running);
  }

  /** Ends when all that is under way has ended. */
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
