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
 * A statement that takes this many milliseconds is costly. The limit is lower while other databases are read: a
 * statement that runs on parallel workers takes more of the server's processors than its duration shows.
 */
const [COSTLY_MS, COSTLY_BESIDE_OTHERS_MS] = [15, 8];

/**
 * Servers have few processors: more concurrent statements would only slow each other down, and cheap ones with them.
 * Several databases are often on the same server, and leave a processor to each other.
 */
const semaphore = new Semaphore({ total: 4, each: () => inUse.shareOf(2), waiting: 256 });

/** Runs a statement, limited to one processor if it should leave room for other databases. */
type Read = (statement: Statement, leavesRoom: boolean) => Promise<Row[]>;

/**
 * Bounds the costly statements that a process runs concurrently, per database and in total, and schedules databases
 * fairly. A statement's recent cost decides. Statements that scan no table, and those that have been cheap, are not
 * limited.
 */
export class CostlyReads {
  readonly #database: string;
  readonly #timeoutMs: number;
  /** The average duration of statements in milliseconds. */
  readonly #costs = new Lru<string, number>(PLANS);

  constructor(address: DatabaseAddress) {
    this.#database = nameOf(address);
    this.#timeoutMs = limitsOf(address).statementS * 1000;
  }

  /** Runs a statement with `read` when it is admitted. Throws {@link Overload}. */
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
