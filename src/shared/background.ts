/** Work that nobody waits for but whoever ends the whole. */
export class Background {
  readonly #running = new Set<Promise<void>>();

  /** Begins work when what is under way has had its turn; it must handle its failures itself. */
  start(work: () => Promise<void>): void {
    const running: Promise<void> = new Promise<void>((done) => setImmediate(done))
      .then(work)
      .catch(() => {})
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Ends when all of it has ended, or the time is up. */
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
