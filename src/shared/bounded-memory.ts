/** One holder may use one part in this many of the memory. */
const SHARES = 4;
/** Entries larger than one part in this many of a share are not cached. */
const MIN_ENTRIES_PER_SHARE = 16;
/** The precision of the order of use. */
const USED_MS = 1_000;

/** An entry of a holder. */
export interface Held {
  readonly bytes: number;
  usedAt: number;
  /** Removes the entry from its holder, which calls {@link BoundedMemory.remove}. */
  evict(): void;
}

/** A limit in bytes on the entries of several holders; the least recently used entries make room for new ones. */
export class BoundedMemory {
  readonly #capacity: number;
  /** In the order of their last use. */
  readonly #entries = new Set<Held>();
  #bytes = 0;

  /** `capacity` is in bytes; 0 for no entries. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get isOff(): boolean {
    return !(this.#capacity > 0);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The number of bytes that one holder may use. */
  get share(): number {
    return this.#capacity / SHARES;
  }

  /** Whether an entry is small enough to be cached. */
  takes(bytes: number): boolean {
    return bytes <= this.share / MIN_ENTRIES_PER_SHARE;
  }

  add(entry: Held): void {
    this.#entries.add(entry);
    this.#bytes += entry.bytes;
    for (const oldest of this.#entries) {
      if (this.#bytes <= this.#capacity) break;
      oldest.evict();
    }
  }

  remove(entry: Held): void {
    if (this.#entries.delete(entry)) this.#bytes -= entry.bytes;
  }

  /** Records the use of an entry. Returns true if its position in the order changes. */
  use(entry: Held, now: number): boolean {
    if (now - entry.usedAt < USED_MS || !this.#entries.delete(entry)) return false;
    entry.usedAt = now;
    this.#entries.add(entry);
    return true;
  }
}
