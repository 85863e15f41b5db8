import { performance as measured } from 'node:perf_hooks';
import type { Account } from '../../shared/loop-time.ts';
import { callerShare } from './caller-share.ts';

/** A request in progress that counts towards the limit. */
export interface Pending {
  caller: string;
  readonly since: number;
  isCounted: boolean;
}

/** Returns the share of its time for which the event loop was busy since the last call. */
type Load = () => number;

/** How long the event loop is observed before the limit is set again. */
const WINDOW_MS = 50;
/** The shares of time from which on the event loop counts as saturated, and a project as the cause of it. */
const [SATURATED, CAUSE] = [0.9, 0.25];
/** How much work counted requests may leave to the event loop, in milliseconds, and how many are always admitted. */
const [WORK_MS, MIN_RUNNING] = [4, 3];
/**
 * A request that takes longer than this waits for something else than the event loop, and no longer counts. A limit
 * that was not set again for this long has lost its cause.
 */
const LONG_MS = 100;

/**
 * Limits the requests in progress of a project that saturates the event loop, by the time that each of them keeps it
 * busy. Most of them wait for a database server, and their results queue up before those of other projects. More of
 * them than the event loop can handle do not make the project faster.
 */
export class Backlog {
  readonly #account: Account;
  readonly #load: Load;
  /** In the order in which they began. */
  #pending: Pending[] = [];
  readonly #byCaller = new Map<string, number>();
  #counted = 0;
  #most = Number.POSITIVE_INFINITY;
  #ended = 0;
  #since = 0;
  #spent = 0;

  constructor(account: Account, load: Load = loadOfLoop()) {
    this.#account = account;
    this.#load = load;
  }

  /** Whether another request of a caller may start. */
  hasRoom(caller: string): boolean {
    if (!this.#isLimited) return true;
    this.#expire(performance.now());
    return this.#counted < this.#most && (this.#byCaller.get(caller) ?? 0) < callerShare(this.#most);
  }

  /** Counts a request that starts; null unless there is a limit. */
  begin(caller: string): Pending | null {
    if (!this.#isLimited) return null;
    const pending = { caller, since: performance.now(), isCounted: true };
    this.#pending.push(pending);
    this.#add(caller, 1);
    return pending;
  }

  /** Records that a request has ended. */
  end(pending: Pending | null): void {
    if (pending) this.#release(pending);
    this.#ended++;
    const now = performance.now();
    if (now - this.#since >= WINDOW_MS) this.#observe(now);
  }

  /** Counts a request for another caller from now on. */
  reassign(pending: Pending, caller: string): void {
    if (pending.isCounted) {
      this.#add(pending.caller, -1);
      this.#add(caller, 1);
    }
    pending.caller = caller;
  }

  get #isLimited(): boolean {
    return Number.isFinite(this.#most);
  }

  #observe(now: number): void {
    const { spent } = this.#account;
    const used = spent - this.#spent;
    const isCause = this.#load() > SATURATED && used > CAUSE * (now - this.#since);
    if (isCause) this.#most = Math.max(MIN_RUNNING, Math.floor((WORK_MS * this.#ended) / used));
    else this.#lift();
    this.#ended = 0;
    this.#since = now;
    this.#spent = spent;
  }

  #lift(): void {
    this.#most = Number.POSITIVE_INFINITY;
    for (const pending of this.#pending) this.#release(pending);
    this.#pending = [];
  }

  #expire(now: number): void {
    if (now - this.#since > LONG_MS) this.#lift();
    const recent = this.#pending.findIndex(({ since, isCounted }) => isCounted && now - since <= LONG_MS);
    for (const pending of this.#pending.splice(0, recent < 0 ? this.#pending.length : recent)) this.#release(pending);
  }

  #release(pending: Pending): void {
    if (!pending.isCounted) return;
    pending.isCounted = false;
    this.#add(pending.caller, -1);
  }

  #add(caller: string, count: number): void {
    this.#counted += count;
    const own = (this.#byCaller.get(caller) ?? 0) + count;
    if (own > 0) this.#byCaller.set(caller, own);
    else this.#byCaller.delete(caller);
  }
}

function loadOfLoop(): Load {
  let last = measured.eventLoopUtilization();
  return () => {
    const now = measured.eventLoopUtilization();
    const { utilization } = measured.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
