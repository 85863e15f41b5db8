import { movingAverage } from '../../shared/moving-average.ts';

const MIB = 1024 * 1024;
/** What each connection may keep of its file. */
export const LEAST_BYTES = 8 * MIB;
/** What all connections of a process may keep beyond that. */
const SHARED_BYTES = 96 * MIB;
/** A cache takes so much more than the pages that it holds. */
const OVERHEAD = 1.1;
/** How often the memory is shared out anew, at most. */
const INTERVAL_MS = 1_000;
/** The clock is looked at once per so many statements. */
const STATEMENTS = 64;
/** Connections with fewer statements per interval get no more memory. */
const BUSY = 100;
/** How many times as many statements it takes to displace a cache. */
const KEEPING = 1.5;

/** A connection, and how its cache is bounded. */
interface Cached {
  /** How many bytes the file has. */
  size(): number;
  resize(bytes: number): void;
}

/** What a connection may keep of its file in memory. */
export class PageCache {
  readonly #of: Cached;
  #more = 0;
  #statements = 0;
  #average = 0;

  constructor(of: Cached) {
    this.#of = of;
  }

  /** Who runs many statements comes first; who has memory keeps it from others who run about as many. */
  get rank(): number {
    return this.#more > 0 ? this.#average * KEEPING : this.#average;
  }

  /** What it could use beyond the least. One that is hardly used keeps what it has, if nobody else needs it. */
  get wanted(): number {
    if (this.#average < BUSY) return this.#more;
    return Math.max(0, Math.ceil(this.#of.size() * OVERHEAD) - LEAST_BYTES);
  }

  /** Notes a statement; true now and then, for somebody to look at the clock. */
  note(): boolean {
    return ++this.#statements % STATEMENTS === 0;
  }

  /** Ends an interval. */
  turn(): void {
    this.#average = movingAverage(this.#average, this.#statements);
    this.#statements = 0;
  }

  /** Grants it so many bytes beyond the least. */
  grant(more: number): void {
    if (more === this.#more) return;
    this.#more = more;
    this.#of.resize(LEAST_BYTES + more);
  }
}

/**
 * Shares memory for pages between the connections of a process: those that run the most statements get what their files
 * need, until there is none left. It is taken page by page as files are read.
 */
export class PageCaches {
  readonly #all = new Set<PageCache>();
  readonly #shared: number;
  #last = 0;

  /** `shared` bytes are for all caches together, beyond the least that each may have. */
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

  /** Notes that a connection runs a statement. */
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
