import { charge, isLoopShared, meterLoop, shareLoop } from '../../shared/loop-time.ts';
import { sinceArrival } from '../../shared/turn.ts';
import { type Party, Turns } from '../../shared/turns.ts';
import type { Lane, Waiting } from './lane.ts';

/** If requests of several projects or callers arrive within this time of each other, they are scheduled in turn. */
const SHARED_MS = 100;
/**
 * The maximum of requests that start per round of the event loop, and of the time they may take before others are
 * received.
 */
const STEPS = 16;
const SLICE_MS = 2;
/** How long requests of a burst start at once; later ones are scheduled in turn. */
const BURST_MS = 1;
/** Bytes of bodies after which a round starts no more requests: most of a write's work follows its start. */
export const SLICE_BYTES = 16_384;
/** How long arriving connections may hold back waiting requests before a round starts some again. */
const ACCEPTING_MS = 5;
/** How often lanes without a free slot are looked at. */
const RETRY_MS = 50;

/**
 * Starts waiting requests, a few per round of the event loop. Lanes are scheduled fairly by the event-loop time that
 * their requests have used. Node accepts one connection per round, so rounds are kept short while connections arrive:
 * otherwise a flood of connections would delay everybody else's for seconds.
 */
export class Rounds {
  readonly #turns = new Turns<Lane>();
  #last: Party | null = null;
  #lastCaller: string | null = null;
  /** Until when several callers have requests. */
  #callersUntil = Number.NEGATIVE_INFINITY;
  #steps = 0;
  #roundBegan = 0;
  /** Bytes of the bodies of requests that this round has started. */
  #bytes = 0;
  #stepBegan = 0;
  #started: Waiting | null = null;
  #hasAccepted = false;
  #isAccepting = false;
  #acceptingSince = 0;
  #isRetrying = false;

  /** Whether several projects or callers have requests, so that they must take turns. */
  get areShared(): boolean {
    return isLoopShared() || performance.now() < this.#callersUntil;
  }

  /** Whether a request can start at once: nothing is waiting, and what arrived together with it has not taken long. */
  get haveTime(): boolean {
    return this.#steps === 0 && sinceArrival() < BURST_MS;
  }

  /** Records that a request of a lane starts without waiting. */
  serve(lane: Lane): void {
    this.#turns.serve(lane);
  }

  /** Records that a request of a caller has arrived in a lane. */
  arrived(lane: Lane, caller: string): void {
    if (this.#last !== null && lane.account !== this.#last) shareLoop(SHARED_MS);
    if (this.#lastCaller !== null && caller !== this.#lastCaller) {
      this.#callersUntil = performance.now() + SHARED_MS;
      meterLoop(SHARED_MS);
    }
    this.#last = lane.account;
    this.#lastCaller = caller;
    charge(lane.account);
  }

  /** Records that a connection was accepted. */
  connected(): void {
    this.#hasAccepted = true;
  }

  /** Records that something waits in a lane. */
  queue(lane: Lane): void {
    this.#turns.enter(lane);
    if (this.#steps > 0) return;
    if (lane.isReady) this.#begin();
    else this.#retry();
  }

  #begin(): void {
    this.#steps = STEPS;
    for (let step = 0; step < STEPS; step++) setImmediate(this.#step);
  }

  /**
   * Starts one request per callback, so that its synchronous work, and the time that takes, is over before the next
   * one.
   */
  readonly #step = (): void => {
    const now = performance.now();
    charge(null);
    this.#started?.charge(now - this.#stepBegan);
    this.#started = null;
    if (this.#steps === STEPS) this.#beginRound(now);
    this.#steps--;
    if (this.#steps > 0) {
      if (!this.#isAccepting && now - this.#roundBegan < SLICE_MS && this.#bytes < SLICE_BYTES) this.#startNext(now);
    } else if (this.#turns.next(isReady)) this.#begin();
    else this.#retry();
  };

  #beginRound(now: number): void {
    this.#roundBegan = now;
    this.#bytes = 0;
    // If projects are waiting for each other, no new arrival is needed to share the loop.
    if (this.#isContended) shareLoop(SHARED_MS);
    if (!this.#isAccepting) this.#acceptingSince = now;
    this.#isAccepting = this.#hasAccepted && now - this.#acceptingSince < ACCEPTING_MS;
    this.#hasAccepted = false;
  }

  /** A slot can become free merely because time passes: see {@link Lane.isReady}. */
  #retry(): void {
    if (this.#isRetrying || !this.#turns.some(() => true)) return;
    this.#isRetrying = true;
    setTimeout(() => {
      this.#isRetrying = false;
      if (this.#steps > 0) return;
      if (this.#turns.next(isReady)) this.#begin();
      else this.#retry();
    }, RETRY_MS).unref();
  }

  /** Whether requests of several projects wait. */
  get #isContended(): boolean {
    let first: Party | undefined;
    return this.#turns.some(({ account }) => {
      first ??= account;
      return account !== first;
    });
  }

  #startNext(now: number): void {
    const lane = this.#turns.next(isReady);
    const next = lane?.next();
    if (!lane || !next) return;
    this.#turns.serve(lane);
    if (lane.isFlowing) this.#turns.leave(lane);
    this.#started = next;
    this.#stepBegan = now;
    this.#bytes += next.bytes;
    charge(lane.account);
    next.start();
  }
}

const isReady = (lane: Lane): boolean => lane.isReady;
