import { movingAverage } from '../../shared/moving-average.ts';

const MIB = 1024 * 1024;
/** The minimum cache size of each connection. */
export const MIN_BYTES = 8 * MIB;
/** The memory that all connections of a process share beyond that. */
const SHARED_BYTES = 96 * MIB;
/** The size of a cache relative to its pages. */
const OVERHEAD = 1.1;
/** The minimum interval between redistributions of the memory. */
const INTERVAL_MS = 1_000;
/** The clock is read once per this many statements. */
const STATEMENTS = 64;
/** Connections with fewer statements per interval get no more memory. */
const BUSY = 100;
/** How many times as many statements a connection needs to displace another one's cache. */
const KEEPING = 1.5;

/** A connection with a bounded cache. */
interface Cached {
  /** The size of the file in bytes. */
  size(): number;
  resize(bytes: number): void;
}

/** The page cache of a connection. */
export class PageCache {
  readonly #of: Cached;
  #more = 0;
  #statements = 0;
  #average = 0;

  constructor(of: Cached) {
    this.#of = of;
  }

  /**
   * The order in which caches get memory: by their number of statements. One that has memory keeps it from others with
   * a similar number.
   */
  get rank(): number {
    return this.#more > 0 ? this.#average * KEEPING : this.#average;
  }

  /**
   * The memory that it could use beyond the minimum. A cache that is rarely used keeps its memory as long as no other
   * needs it.
   */
  get wanted(): number {
    if (this.#average < BUSY) return this.#more;
    return Math.max(0, Math.ceil(this.#of.size() * OVERHEAD) - MIN_BYTES);
  }

  /** Counts a statement. Returns true now and then, when the clock should be read. */
  note(): boolean {
    return ++this.#statements % STATEMENTS === 0;
  }

  /** Ends an interval. */
  turn(): void {
    this.#average = movingAverage(this.#average, this.#statements);
    this.#statements = 0;
  }

  /** Grants this many bytes beyond the minimum. */
  grant(more: number): void {
    if (more === this.#more) return;
    this.#more = more;
    this.#of.resize(MIN_BYTES + more);
  }
}

/**
 * Distributes memory for pages among the connections of a process: those that run the most statements get what their
 * files need, until none is left. Memory is only allocated as pages are read.
 */
export class PageCaches {
  readonly #all = new Set<PageCache>();
  readonly #shared: number;
  #last = 0;

  /** `shared` is the memory for all caches together, in bytes, beyond their minimum. */
  constructor(shared: number = SHARED_BYTES) {
    this.#shared = shared;
  }

  add(of: Cached): PageCache {
    const cache = new PageCache(of);
    this.#all.add(cache);
    return cache;
  }

  remove(cache: PageCache): void {
    this.#all.delete(cache);
  }

  /** Records that a connection runs a statement. */
  used(cache: PageCache): void {
    if (!cache.note()) return;
    const now = performance.now();
    if (now - this.#last < INTERVAL_MS) return;
    this.#last = now;
    this.#shareOut();
  }

  #shareOut(): void {
    const all = [...this.#all];
    for (const cache of all) cache.turn();
    const ranked = all.sort((one, other) => other.rank - one.rank);
    let left = this.#shared;
    for (const cache of ranked) {
      const more = Math.min(left, cache.wanted);
      cache.grant(more);
      left -= more;
    }
  }
}
