import { Turns } from '../../shared/turns.ts';
import type { Lane } from './lane.ts';

/** While requests of several lanes arrive within this time of each other, each waits for its turn. */
const SHARED_MS = 100;
/** Requests started per round of the event loop, and how long they may take before others are received. */
const STEPS = 16;
const SLICE_MS = 2;
/** For how long the arrival of connections keeps requests waiting before a round starts some again. */
const ACCEPTING_MS = 5;

/**
 * Starts what waits in lanes, a few requests per round of the event loop; lanes take turns by the time that theirs have used.
 * Node accepts one connection per round, so rounds are kept short while connections arrive: those of a flood would otherwise
 * hold up everybody else's for seconds.
 */
export class Rounds {
  readonly #turns = new Turns<Lane>();
  #last: Lane | null = null;
  #isShared = false;
  #sharing: NodeJS.Timeout | undefined;
  #steps = 0;
  #roundBegan = 0;
  #stepBegan = 0;
  #stepping: Lane | null = null;
  #hasAccepted = false;
  #isAccepting = false;
  #acceptingSince = 0;

  /** Whether requests of several lanes arrive, so that none starts out of turn. */
  get areShared(): boolean {
    return this.#isShared;
  }

  /** A request of a lane has arrived. */
  arrived(lane: Lane): void {
    if (lane === this.#last) return;
    if (this.#last) {
      this.#isShared = true;
      this.#sharing ??= setTimeout(() => this.#alone(), SHARED_MS).unref();
      this.#sharing.refresh();
    }
    this.#last = lane;
  }

  /** A connection was accepted. */
  connected(): void {
    this.#hasAccepted = true;
  }

  #alone(): void {
    this.#isShared = false;
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
    if (this.#stepping) this.#stepping.used += now - this.#stepBegan;
    this.#stepping = null;
    if (this.#steps === STEPS) this.#beginRound(now);
    this.#steps--;
    if (this.#steps > 0) {
      if (!this.#isAccepting && now - this.#roundBegan < SLICE_MS) this.#startNext(now);
    } else if (this.#turns.next(isReady)) this.#begin();
  };

  #beginRound(now: number): void {
    this.#roundBegan = now;
    if (!this.#isAccepting) this.#acceptingSince = now;
    this.#isAccepting = this.#hasAccepted && now - this.#acceptingSince < ACCEPTING_MS;
    this.#hasAccepted = false;
  }

  #startNext(now: number): void {
    const lane = this.#turns.next(isReady);
    const next = lane?.next();
    if (!lane || !next) return;
    if (lane.isFlowing) this.#turns.leave(lane);
    this.#stepping = lane;
    this.#stepBegan = now;
    next.start();
  }
}

const isReady = (lane: Lane): boolean => lane.isReady;
