/** Does a piece of work once for all who ask for it while it is under way. */
export class Flights<T> {
  readonly #flying = new Map<string, Promise<T>>();

  /** What `work` returns or throws; of several calls under one key at a time, the first one's work counts for all. */
  run(key: string, work: () => Promise<T>): Promise<T> {
    const flying = this.#flying.get(key);
    if (flying) return flying;
    const flight = work().finally(() => this.#flying.delete(key));
    this.#flying.set(key, flight);
    return flight;
  }
}
