/** Runs a task once for all callers that ask for it while it is running. */
export class SingleFlight<T> {
  readonly #running = new Map<string, Promise<T>>();

  /** The result or error of `work`; concurrent calls with the same key share the first one's run. */
  run(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key);
    if (running) return running;
    const started = work().finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }
}
