/**
 * An LRU cache of at most `capacity` (at least two) entries, in two generations. Used entries are in the young
 * generation; when that holds half of the capacity it becomes the old one, and the previous old one is dropped. So
 * frequent entries cost one lookup and are not moved each time.
 */
export class Lru<K, V> {
  readonly #half: number;
  readonly #forgotten: ((key: K) => void) | undefined;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  /** `forgotten` is called with each evicted key. */
  constructor(capacity: number, forgotten?: (key: K) => void) {
    this.#half = Math.floor(capacity / 2);
    this.#forgotten = forgotten;
  }

  get isEmpty(): boolean {
    return this.#young.size === 0 && this.#old.size === 0;
  }

  /** The value of `key`, which then counts as recently used. */
  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  /** Stores `value` under `key`. */
  set(key: K, value: V): void {
    this.#old.delete(key);
    if (this.#young.size >= this.#half && !this.#young.has(key)) this.#age();
    this.#young.set(key, value);
  }

  delete(key: K): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  /** Evicts every entry. */
  clear(): void {
    this.#age();
    this.#age();
  }

  #age(): void {
    const gone = this.#old;
    this.#old = this.#young;
    this.#young = new Map();
    if (this.#forgotten) for (const key of gone.keys()) this.#forgotten(key);
  }
}
