/** How long nobody looks into an outbox that seems empty; another server may have put something there and died. */
const IDLE_MS = 60_000;

/** Runs what is due in a project's outbox: when something was put into it, when a pause is over, and now and then. */
export class OutboxWorker {
  readonly #run: () => Promise<number | null>;
  readonly #failed: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  /** `run` does what is due and says when it wants to be called next; `failed` is told when it could not. */
  constructor(run: () => Promise<number | null>, failed: (error: unknown) => void) {
    this.#run = run;
    this.#failed = failed;
  }

  /** Runs what is due, now or when what is running has ended. */
  wake(): void {
    this.#again = true;
    if (!this.#stopped) this.#running ??= this.#work();
  }

  /** What is running; undefined when nothing is. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** Ends when what is running has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #work(): Promise<void> {
    clearTimeout(this.#timer);
    let next: number | null = null;
    while (this.#again && !this.#stopped) {
      this.#again = false;
      next = await this.#once();
    }
    this.#running = undefined;
    if (!this.#stopped) this.#sleep(next);
  }

  async #once(): Promise<number | null> {
    try {
      return await this.#run();
    } catch (error) {
      this.#failed(error);
      return null;
    }
  }

  #sleep(next: number | null): void {
    const pause = next === null ? IDLE_MS : Math.min(IDLE_MS, Math.max(0, next - Date.now()));
    this.#timer = setTimeout(() => this.wake(), pause);
    this.#timer.unref();
  }
}
