/** Background tasks, which only shutdown waits for. */
export class Background {
  readonly #running = new Set<Promise<void>>();

  /** Starts a task after the current work of the event loop; it must handle its own errors. */
  start(work: () => Promise<void>): void {
    const running: Promise<void> = new Promise<void>((done) => setImmediate(done))
      .then(work)
      .catch(() => {})
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** Resolves when all tasks have finished or the time is up. */
  async settled(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((done) => {
      timer = setTimeout(done, ms);
    });
    await Promise.race([this.#all(), late]);
    clearTimeout(timer);
  }

  async #all(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
