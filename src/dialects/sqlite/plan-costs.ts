import { Lru } from '../../shared/lru.ts';
import { statementKey } from '../statement-key.ts';

const PLANS = 2_000;
/** A statement of this many milliseconds holds up the server. */
const SLOW_MS = 8;
/** Below this, asking another process costs about as much as the statement. */
const CHEAP_MS = 3;
/** Share of the latest run in the average. */
const LATEST = 0.3;
/** Runs in another process before a statement that has been cheap there runs here. */
const RUNS = 4;
/** So many slow runs here, and for a while only statements that are known to be cheap by their plan run here. */
const SLOW_RUNS = 3;
const CAUTIOUS_MS = 60_000;

interface Cost {
  ms: number;
  runs: number;
}

/**
 * What the statements of a database have cost lately, as a moving average. The same text can cost much or little, by its
 * parameters: statements that were let in and turn out to be slow are sent away again, and after a few of them nothing is let in
 * for a while.
 */
export class PlanCosts {
  /** Of statements that have run in another process, or have been slow here. */
  readonly #costs = new Lru<string, Cost>(PLANS);
  #slowRuns = 0;
  #cautiousUntil = 0;

  /** Whether a statement is known to be cheap or not; undefined where nothing is known. */
  isCheap(text: string): boolean | undefined {
    const cost = this.#costs.get(statementKey(text));
    if (!cost) return undefined;
    return cost.runs >= RUNS && cost.ms < CHEAP_MS && performance.now() >= this.#cautiousUntil;
  }

  /** A statement has run in the server's thread. */
  noteHere(text: string, ms: number): void {
    if (ms < SLOW_MS) return;
    const wasLetIn = this.#costs.get(statementKey(text)) !== undefined;
    this.#costs.set(statementKey(text), { ms, runs: 0 });
    if (!wasLetIn || ++this.#slowRuns < SLOW_RUNS) return;
    this.#slowRuns = 0;
    this.#cautiousUntil = performance.now() + CAUTIOUS_MS;
  }

  /** A statement has run in another process. */
  noteElsewhere(text: string, ms: number): void {
    const cost = this.#costs.get(statementKey(text)) ?? { ms, runs: 0 };
    cost.ms += (ms - cost.ms) * LATEST;
    cost.runs = ms < CHEAP_MS ? cost.runs + 1 : 0;
    this.#costs.set(statementKey(text), cost);
  }
}
