import { isLoopShared } from '../../shared/loop-time.ts';
import { Lru } from '../../shared/lru.ts';
import { movingAverage } from '../../shared/moving-average.ts';
import { statementKey } from '../statement-key.ts';

const PLANS = 2_000;
/** A statement that takes this many milliseconds blocks the server noticeably. */
const SLOW_MS = 8;
/** How often a statement must have been cheap in a read process before it runs in the server's thread. */
const RUNS = 4;
/**
 * Below `cheapMs`, the round trip to a read process costs about as much as the statement. A statement that averages
 * `costlyMs` in the server's thread, which maps no files, is left to read processes for a while. Both limits are lower
 * while it would block other projects.
 */
const ALONE = { cheapMs: 3, costlyMs: 4 };
const BESIDE_OTHERS = { cheapMs: 1.5, costlyMs: 2 };
const COSTLY_RUNS = 100;
/**
 * Once slow statements have blocked the server's thread for this long within a while, only statements that have long
 * been cheap, or whose plan shows that they are, run there for a while. On a busy machine, any statement may be slow
 * now and then, but hardly longer than `SLOW_MS`.
 */
const MAX_HELD_MS = 200;
const CAUTIOUS_MS = 60_000;
/**
 * The number of cheap runs, anywhere, after which a statement is trusted; the maximum that counts; and the share that
 * remains after a slow run.
 */
const TRUSTED = 100;
const MAX_TRUST = 1_000;
const LEFT_BY_SLOW = 0.5;

interface Cost {
  ms: number;
  /** Consecutive cheap runs in a read process. */
  runs: number;
  /** Cheap runs anywhere. */
  trust: number;
}

/**
 * The recent cost of a database's statements, as a moving average. The same text may cost much or little, depending on
 * its parameters. Statements that were admitted to the server's thread and turn out to be slow go back to read
 * processes. If they have blocked the thread for too long in total, only those that have been cheap for long are
 * admitted for a while.
 */
export class PlanCosts {
  /** The costs of statements that have run in a read process, or have been slow in the server's thread. */
  readonly #costs = new Lru<string, Cost>(PLANS);
  /** The average durations in the server's thread, without slow runs, which are handled separately. */
  readonly #inServer = new Lru<string, number>(PLANS);
  readonly #isShared: () => boolean;
  #heldMs = 0;
  #heldSince = 0;
  #cautiousUntil = 0;

  /** `isShared` tells whether the server's thread also works for other projects. */
  constructor(isShared: () => boolean = isLoopShared) {
    this.#isShared = isShared;
  }

  /** Whether a statement is known to be cheap or costly; undefined if it is unknown. */
  isCheap(text: string): boolean | undefined {
    const key = statementKey(text);
    const { cheapMs, costlyMs } = this.#limits;
    if ((this.#inServer.get(key) ?? 0) >= costlyMs) return false;
    const cost = this.#costs.get(key);
    if (!cost) return undefined;
    if (cost.runs < RUNS || cost.ms >= cheapMs) return false;
    return cost.trust >= TRUSTED || performance.now() >= this.#cautiousUntil;
  }

  /** Records a run in the server's thread. */
  noteInServer(text: string, ms: number): void {
    const key = statementKey(text);
    const cost = this.#costs.get(key);
    if (ms >= SLOW_MS) {
      this.#costs.set(key, { ms, runs: 0, trust: Math.floor((cost?.trust ?? 0) * LEFT_BY_SLOW) });
      this.#inServer.set(key, 0);
      if (cost) this.#countHeld(ms, performance.now());
    } else {
      this.#inServer.set(key, movingAverage(this.#inServer.get(key) ?? 0, ms));
      if (cost) cost.trust = Math.min(MAX_TRUST, cost.trust + 1);
    }
  }

  get #limits(): typeof ALONE {
    return this.#isShared() ? BESIDE_OTHERS : ALONE;
  }

  #countHeld(ms: number, now: number): void {
    if (this.#heldMs === 0 || now - this.#heldSince > CAUTIOUS_MS) [this.#heldMs, this.#heldSince] = [0, now];
    this.#heldMs += ms;
    if (this.#heldMs < MAX_HELD_MS) return;
    this.#heldMs = 0;
    this.#cautiousUntil = now + CAUTIOUS_MS;
  }

  /** Records a run in a read process. */
  noteInReadProcess(text: string, ms: number): void {
    const key = statementKey(text);
    const { ms: before, runs, trust } = this.#costs.get(key) ?? { runs: 0, trust: 0 };
    const isCheap = ms < this.#limits.cheapMs;
    const cheapRuns = isCheap ? runs + 1 : 0;
    if (cheapRuns % COSTLY_RUNS === 0) this.#inServer.set(key, 0);
    this.#costs.set(key, {
      ms: movingAverage(before, ms),
      runs: cheapRuns,
      trust: isCheap ? Math.min(MAX_TRUST, trust + 1) : Math.floor(trust * LEFT_BY_SLOW),
    });
  }
}
