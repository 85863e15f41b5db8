import { Lru } from './lru.ts';

/** Remembers values that are all forgotten at once. A look-up that began before that is not kept. */
export class EpochLru<V> {
  readonly #entries: Lru<string, V>;
  #epoch = 0;

  constructor(capacity: number) {
    this.#entries = new Lru(capacity);
  }

  /** The value kept under `key`, else what `find` finds; null is not kept. */
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
