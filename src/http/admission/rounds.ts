import { charge, isLoopShared, shareLoop } from '../../shared/loop-time.ts';
import { sinceArrival } from '../../shared/turn.ts';
import { type Party, Turns } from '../../shared/turns.ts';
import type { Lane, Waiting } from './lane.ts';

/** While requests of several projects or callers arrive within this time of each other, each waits for its turn. */
const SHARED_MS = 100;
/** Requests started per round of the event loop, and how long they may take before others are received. */
const STEPS = 16;
const SLICE_MS = 2;
/** For how long requests that arrive together start at once. Those that come later in a burst take turns. */
const BURST_MS = 1;
/** Bytes of bodies after which a round starts no more requests: most of what a write takes follows its start. */
export const SLICE_BYTES = 16_384;
/** For how long the arrival of connections keeps requests waiting before a round starts some again. */
const ACCEPTING_MS = 5;

/**
 * Starts what waits in lanes, a few requests per round of the event loop; lanes take turns by the time that theirs have used.
 * Node accepts one connection per round, so rounds are kept short while connections arrive: those of a flood would otherwise
 * hold up everybody else's for seconds.
 */
export class Rounds {
  readonly #turns = new Turns<Lane>();
  #last: Party | null = null;
  #lastCaller: string | null = null;
  /** Until when several callers have requests. */
  #callersUntil = Number.NEGATIVE_INFINITY;
  #steps = 0;
  #roundBegan = 0;
  /** Bytes of the bodies whose requests the round has started. */
  #bytes = 0;
  #stepBegan = 0;
  #started: Waiting | null = null;
  #hasAccepted = false;
  #isAccepting = false;
  #acceptingSince = 0;

  /** Whether several projects or callers have requests, so that they take turns. */
  get areShared(): boolean {
    return isLoopShared() || performance.now() < this.#callersUntil;
  }

  /** Whether a request can start before its turn: nobody waits, and what has arrived together with it has not taken long. */
  get haveTime(): boolean {
    return this.#steps === 0 && sinceArrival() < BURST_MS;
  }

  /** A request of a lane starts before its turn. */
  serve(lane: Lane): void {
    this.#turns.serve(lane);
  }

  /** A request of a caller has arrived in a lane. */
  arrived(lane: Lane, caller: string): void {
    if (this.#last !== null && lane.account !== this.#last) shareLoop(SHARED_MS);
    if (this.#lastCaller !== null && caller !== this.#lastCaller) this.#callersUntil = performance.now() + SHARED_MS;
    this.#last = lane.account;
    this.#lastCaller = caller;
    charge(lane.account);
  }

  /** A connection was accepted. */
  connected(): void {
    this.#hasAccepted = true;
  }

  /** Something waits in a lane. */
  queue(lane: Lane): void {
    this.#turns.enter(lane);
    if (this.#steps === 0 && lane.isReady) this.#begin();
  }

  #begin(): void {
    this.#steps = STEPS;
    for (let step = 0; step < STEPS; step++) setImmediate(this.#step);
  }

  /** Starts a request per callback, so that what it does at once, and the time that takes, lies before the next one. */
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
  };

  #beginRound(now: number): void {
    this.#roundBegan = now;
    this.#bytes = 0;
    // Where projects wait for each other, nothing new need arrive.
    if (this.#isContended) shareLoop(SHARED_MS);
    if (!this.#isAccepting) this.#acceptingSince = now;
    this.#isAccepting = this.#hasAccepted && now - this.#acceptingSince < ACCEPTING_MS;
    this.#hasAccepted = false;
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
