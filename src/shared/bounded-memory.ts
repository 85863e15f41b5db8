/** The part of the memory that one holder may use. */
const SHARES = 4;
/** Larger entries are not cached: the part of a share. */
const LARGEST = 16;
/** How exact the order of use is. */
const USED_MS = 1_000;

/** An entry of a holder. */
export interface Held {
  readonly bytes: number;
  usedAt: number;
  /** Removes the entry from its holder, which calls {@link BoundedMemory.remove}. */
  evict(): void;
}

/** A bound in bytes for the entries of several holders: what was used longest ago makes room. */
export class BoundedMemory {
  readonly #capacity: number;
  /** In order of use. */
  readonly #entries = new Set<Held>();
  #bytes = 0;

  /** `capacity` in bytes; 0 for no entries. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get isOff(): boolean {
    return !(this.#capacity > 0);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The bytes that one holder may use. */
  get share(): number {
    return this.#capacity / SHARES;
  }

  /** Whether an entry is small enough to be cached. */
  takes(bytes: number): boolean {
    return bytes <= this.share / LARGEST;
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

  /** Notes the use of an entry; true if its place in the order changes. */
  use(entry: Held, now: number): boolean {
    if (now - entry.usedAt < USED_MS || !this.#entries.delete(entry)) return false;
    entry.usedAt = now;
    this.#entries.add(entry);
    return true;
  }
}
