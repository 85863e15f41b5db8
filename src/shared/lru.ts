/**
 * A map that holds at most `capacity` entries and forgets those that have not been used for long. Entries are in two
 * generations: what is used is in the young one, and when that has half of the room, it becomes the old one, which goes.
 * So what is used often costs one look-up, and is not moved at each. `capacity` is two at least.
 */
export class Lru<K, V> {
  readonly #half: number;
  readonly #forgotten: ((key: K) => void) | undefined;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  /** `forgotten` is told of what has gone because others came. */
  constructor(capacity: number, forgotten?: (key: K) => void) {
    this.#half = Math.floor(capacity / 2);
    this.#forgotten = forgotten;
  }

  /** The value kept under `key`, which counts as used. */
  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  /** Keeps `value` under `key`. */
  set(key: K, value: V): void {
    this.#old.delete(key);
    if (this.#young.size >= this.#half && !this.#young.has(key)) this.#age();
    this.#young.set(key, value);
  }

  delete(key: K): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }

  #age(): void {
    const gone = this.#old;
    this.#old = this.#young;
    this.#young = new Map();
    if (this.#forgotten) for (const key of gone.keys()) this.#forgotten(key);
  }
}
