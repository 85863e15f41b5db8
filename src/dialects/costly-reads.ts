import type { Row } from '../query/shape/row.ts';
import { Lru } from '../shared/lru.ts';
import { movingAverage } from '../shared/moving-average.ts';
import { Semaphore } from '../shared/semaphore.ts';
import type { DatabaseAddress, Statement } from './dialect.ts';
import { inUse, nameOf } from './in-use.ts';
import { limitsOf } from './limits.ts';
import { statementKey } from './statement-key.ts';

const PLANS = 2_000;
/**
 * A statement of this many milliseconds is costly. The bound is lower while other databases are read: a statement that parallel workers
 * run takes more of their server's processors than its duration shows.
 */
const [COSTLY_MS, COSTLY_BESIDE_OTHERS_MS] = [15, 8];

/**
 * Servers have few processors: more statements at a time would only hold up each other, and cheap ones with them. Databases
 * often are on the same one, and leave a processor to each other.
 */
const semaphore = new Semaphore({ total: 4, each: () => inUse.shareOf(2), waiting: 256 });

/** Runs a statement, on one processor where it is to leave others to other databases. */
type Read = (statement: Statement, leavesRoom: boolean) => Promise<Row[]>;

/**
 * Bounds how many costly statements a process runs at a time, per database and for all of them, which take turns. What a
 * statement has cost lately decides. Those that scan no table, and those that have been cheap, pass.
 */
export class CostlyReads {
  readonly #database: string;
  readonly #timeoutMs: number;
  /** The average of milliseconds by statement. */
  readonly #costs = new Lru<string, number>(PLANS);

  constructor(address: DatabaseAddress) {
    this.#database = nameOf(address);
    this.#timeoutMs = limitsOf(address).statementS * 1000;
  }

  /** Runs a statement as `read` does, when it may. Throws {@link Overload}. */
  all(statement: Statement, read: Read): Promise<Row[]> {
    inUse.note(this.#database);
    return statement.scans ? this.#inTurn(statement, read) : read(statement, false);
  }

  async #inTurn(statement: Statement, read: Read): Promise<Row[]> {
    const cost = this.#costs.get(statementKey(statement.text));
    const isCheap = cost !== undefined && cost < (inUse.areSeveral ? COSTLY_BESIDE_OTHERS_MS : COSTLY_MS);
    const release = isCheap ? undefined : await semaphore.acquire(this.#database, this.#timeoutMs);
    const began = performance.now();
    try {
      return await read(statement, cost !== undefined && !isCheap && inUse.areSeveral);
    } finally {
      this.#note(statement.text, performance.now() - began);
      release?.();
    }
  }

  #note(text: string, ms: number): void {
    const key = statementKey(text);
    this.#costs.set(key, movingAverage(this.#costs.get(key), ms));
  }
}
