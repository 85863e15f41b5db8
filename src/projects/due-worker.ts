/** How long a table of jobs that seems empty is not read. Another server may have added a job and died. */
const IDLE_MS = 60_000;

/** Runs the due jobs of a project: when one is added, when a pause ends, and occasionally. */
export class DueWorker {
  readonly #run: () => Promise<number | null>;
  readonly #failed: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #next: number | null = null;

  /** `run` runs the due jobs and returns when to call it next; `failed` is called with its errors. */
  constructor(run: () => Promise<number | null>, failed: (error: unknown) => void) {
    this.#run = run;
    this.#failed = failed;
  }

  /** Runs the due jobs, now or after the current run. */
  wake(): void {
    this.#again = true;
    if (!this.#stopped) this.#running ??= this.#work();
  }

  /** The current run; undefined if there is none. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** When the next job is due, according to the last run; null if there is none. */
  get next(): number | null {
    return this.#next;
  }

  /** Resolves when the current run has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #work(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#again && !this.#stopped) {
      this.#again = false;
      this.#next = await this.#once();
    }
    this.#running = undefined;
    if (!this.#stopped) this.#sleep(this.#next);
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
