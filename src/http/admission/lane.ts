import { FairQueue } from '../../shared/fair-queue.ts';
import type { Party } from '../../shared/turns.ts';
import type { RequestLimits } from '../limits.ts';

/** What waits for a place. */
export interface Waiting {
  /** The length of its body. */
  readonly bytes: number;
  /** Called with a place when it is its turn. */
  readonly start: () => void;
  /** Called when it has to make room for another caller. */
  readonly refuse: () => void;
  /** Called with the milliseconds that its start has taken. */
  readonly charge: (ms: number) => void;
}

/** The share of a lane that one caller may take. */
const CALLER_SHARE = 0.75;

/** What every request takes of the event loop besides its start, in milliseconds. */
const LEAST_MS = 0.1;

/** A group of requests that has places of its own. Its callers take turns by the time that their requests take to start. */
export class Lane implements Party {
  /** What its requests have used of the event loop. */
  readonly account: Party;
  readonly #limits: RequestLimits;
  readonly #each: RequestLimits;
  readonly #queue = new FairQueue<Waiting>();
  #running = 0;

  constructor(limits: RequestLimits, account: Party = { used: 0 }) {
    this.account = account;
    this.#limits = limits;
    this.#each = { atOnce: share(limits.atOnce), waiting: share(limits.waiting) };
  }

  get used(): number {
    return this.account.used;
  }

  set used(ms: number) {
    this.account.used = ms;
  }

  /** Whether nothing waits. */
  get isFlowing(): boolean {
    return this.#queue.length === 0;
  }

  /** Whether something that waits can start now. */
  get isReady(): boolean {
    return this.#running < this.#limits.atOnce && this.#queue.isReady(this.#each.atOnce);
  }

  /** Whether a request of a caller can start now. */
  hasRoom(caller: string): boolean {
    return this.#running < this.#limits.atOnce && this.#queue.runningOf(caller) < this.#each.atOnce;
  }

  /**
   * Whether a request of a caller can neither start nor wait. What only waits for its turn will take a free place, and where
   * all is taken, a caller with fewer requests than another displaces one of those.
   */
  isFull(caller: string): boolean {
    const own = Math.min(this.#free, this.#each.atOnce - this.#queue.runningOf(caller));
    const waiting = this.#queue.waitingOf(caller);
    return waiting >= this.#each.waiting + own || (this.#isCrowded && this.#queue.longest.length <= waiting + 1);
  }

  get #free(): number {
    return this.#limits.atOnce - this.#running;
  }

  get #isCrowded(): boolean {
    return this.#queue.length >= this.#limits.waiting + this.#free;
  }

  begin(caller: string): void {
    this.#running++;
    this.#queue.begin(caller);
  }

  end(caller: string): void {
    this.#running--;
    this.#queue.end(caller, LEAST_MS);
  }

  /** The start of a caller's request has taken so long. */
  charge(caller: string, ms: number): void {
    this.#queue.charge(caller, ms);
  }

  /** Lets a request of a caller wait for which the lane is not full. */
  wait(caller: string, waiting: Waiting): void {
    if (this.#isCrowded) this.#queue.pop(this.#queue.longest.party)?.refuse();
    this.#queue.push(caller, waiting);
  }

  /** Has a request that waits, or one that is handled, count for another caller. */
  reassign(from: string, to: string, waiting: Waiting | null): void {
    if (!waiting) {
      this.#queue.end(from, 0);
      this.#queue.begin(to);
    } else if (this.#queue.remove(from, waiting)) this.#queue.push(to, waiting);
  }

  /** Removes a request that waits no longer; false if it does not wait. */
  remove(caller: string, waiting: Waiting): boolean {
    return this.#queue.remove(caller, waiting);
  }

  /** The request whose turn it is, which counts as running from now on. */
  next(): Waiting | undefined {
    if (this.#running >= this.#limits.atOnce) return undefined;
    const next = this.#queue.shift(this.#each.atOnce);
    if (next) this.#running++;
    return next;
  }
}

const share = (count: number): number => Math.max(1, Math.floor(count * CALLER_SHARE));
