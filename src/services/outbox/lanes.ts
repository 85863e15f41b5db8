/** So many deliveries to one receiver are under way at once, */
const PER_LANE = 5;
/** and so many in all, besides mails. */
const IN_ALL = 50;
const MAIL = 'mail';

/** The deliveries of a project that are under way, by receiver: a slow one fills its own lane and no other. */
export class Lanes {
  readonly #ended: (failure: unknown) => void;
  readonly #running = new Map<string, number>();
  readonly #all = new Set<Promise<void>>();

  /** `ended` is told of every end of a delivery, and with what it failed to be recorded, if it did. */
  constructor(ended: (failure: unknown) => void) {
    this.#ended = ended;
  }

  /** The lanes without room. */
  full(): string[] {
    return [...this.#running.keys()].filter((lane) => !this.hasRoom(lane));
  }

  /** Whether there is room for mails alone. */
  get isFull(): boolean {
    return this.#all.size - (this.#running.get(MAIL) ?? 0) >= IN_ALL;
  }

  hasRoom(lane: string): boolean {
    return (this.#running.get(lane) ?? 0) < PER_LANE && (lane === MAIL || !this.isFull);
  }

  /** Begins a delivery; nobody waits for it but {@link settled}. */
  run(lane: string, work: () => Promise<void>): void {
    this.#running.set(lane, (this.#running.get(lane) ?? 0) + 1);
    const running: Promise<void> = work().then(
      () => this.#leave(lane, running, null),
      (failure: unknown) => this.#leave(lane, running, failure),
    );
    this.#all.add(running);
  }

  /** Ends when all that is under way has ended. */
  async settled(): Promise<void> {
    while (this.#all.size > 0) await Promise.all(this.#all);
  }

  #leave(lane: string, running: Promise<void>, failure: unknown): void {
    this.#all.delete(running);
    const left = (this.#running.get(lane) ?? 1) - 1;
    if (left > 0) this.#running.set(lane, left);
    else this.#running.delete(lane);
    this.#ended(failure);
  }
}
