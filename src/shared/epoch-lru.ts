import { Lru } from './lru.ts';

/** A cache that is cleared as a whole. Results of lookups that began before it was cleared are not cached. */
export class EpochLru<V> {
  readonly #entries: Lru<string, V>;
  #epoch = 0;

  constructor(capacity: number) {
    this.#entries = new Lru(capacity);
  }

  /** The cached value of `key`, otherwise the result of `find`; null is not cached. */
  async of(key: string, find: () => Promise<V | null>): Promise<V | null> {
    const cached = this.#entries.get(key);
    if (cached !== undefined) return cached;
    const epoch = this.#epoch;
    const found = await find();
    if (found !== null && epoch === this.#epoch) this.#entries.set(key, found);
    return found;
  }

  clear(): void {
    this.#epoch++;
    this.#entries.clear();
  }
}
