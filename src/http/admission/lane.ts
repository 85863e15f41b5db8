import { FairQueue } from '../../shared/fair-queue.ts';
import { type Account, newAccount } from '../../shared/loop-time.ts';
import type { Party } from '../../shared/turns.ts';
import type { RequestLimits } from '../limits.ts';
import { Backlog, type Pending } from './backlog.ts';
import { callerShare } from './caller-share.ts';

/** A request that waits for a slot. */
export interface Waiting {
  /** The length of its body. */
  readonly bytes: number;
  /** Called when it gets a slot. */
  readonly start: () => void;
  /** Called when it is displaced by a request of another caller. */
  readonly refuse: () => void;
  /** Called with the milliseconds that `start` has taken. */
  readonly charge: (ms: number) => void;
}

/** The minimum that every request costs the event loop besides its start, in milliseconds. */
const MIN_MS = 0.1;

/**
 * A group of requests with slots of its own, which schedules its callers fairly by the time that starting their
 * requests takes.
 */
export class Lane implements Party {
  /** The event-loop time that its requests have used. */
  readonly account: Account;
  readonly #backlog: Backlog;
  readonly #limits: RequestLimits;
  readonly #each: RequestLimits;
  readonly #queue = new FairQueue<Waiting>();
  readonly #mayRun = (caller: string, running: number): boolean =>
    running < this.#each.atOnce && this.#backlog.hasRoom(caller);
  #running = 0;

  constructor(limits: RequestLimits, account = newAccount()) {
    this.account = account;
    this.#backlog = new Backlog(account);
    this.#limits = limits;
    this.#each = { atOnce: callerShare(limits.atOnce), waiting: callerShare(limits.waiting) };
  }

  get used(): number {
    return this.account.used;
  }

  set used(ms: number) {
    this.account.used = ms;
  }

  /** Whether nothing is waiting. */
  get isFlowing(): boolean {
    return this.#queue.length === 0;
  }

  /** Whether a waiting request can start now. It may become true because time passes: see {@link Backlog}. */
  get isReady(): boolean {
    return this.#running < this.#limits.atOnce && this.#queue.isReady(this.#mayRun);
  }

  /** Whether a request of a caller can start now. */
  hasRoom(caller: string): boolean {
    return this.#running < this.#limits.atOnce && this.#mayRun(caller, this.#queue.runningOf(caller));
  }

  /**
   * Whether a request of a caller can neither start nor wait. Waiting requests that a free slot can serve do not count.
   * If all slots are taken, a caller with fewer requests displaces a request of a caller with more.
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

  /** Counts a request that starts towards the limit of a project that saturates the event loop, if there is one. */
  track(caller: string): Pending | null {
    return this.#backlog.begin(caller);
  }

  end(caller: string, pending: Pending | null = null): void {
    this.#running--;
    this.#queue.end(caller, MIN_MS);
    this.#backlog.end(pending);
  }

  /** Charges a caller for the time that starting a request took. */
  charge(caller: string, ms: number): void {
    this.#queue.charge(caller, ms);
  }

  /** Queues a request of a caller; the lane must not be full for that caller. */
  wait(caller: string, waiting: Waiting): void {
    if (this.#isCrowded) this.#queue.pop(this.#queue.longest.party)?.refuse();
    this.#queue.push(caller, waiting);
  }

  /** Reassigns a request, whether waiting or being handled, to another caller. */
  reassign(from: string, to: string, waiting: Waiting | null, pending: Pending | null = null): void {
    if (pending) this.#backlog.reassign(pending, to);
    if (!waiting) {
      this.#queue.end(from, 0);
      this.#queue.begin(to);
    } else if (this.#queue.remove(from, waiting)) this.#queue.push(to, waiting);
  }

  /** Removes a waiting request from the queue; false if it was not there. */
  remove(caller: string, waiting: Waiting): boolean {
    return this.#queue.remove(caller, waiting);
  }

  /** Removes the next request from the queue and counts it as running. */
  next(): Waiting | undefined {
    if (this.#running >= this.#limits.atOnce) return undefined;
    const next = this.#queue.shift(this.#mayRun);
    if (next) this.#running++;
    return next;
  }
}
