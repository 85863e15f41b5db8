import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../dialects/dialect.ts';
import type { Stored } from '../../schema/stored.ts';
import type { Condition } from '../conditions.ts';
import type { TableRow, TableRows } from '../table-rows.ts';

/** How long a process may be silent before another one runs its jobs. */
export const LEASE_MS = 120_000;
const HEARTBEAT_MS = LEASE_MS / 4;
/** Pauses before the result of a job is recorded again. */
const PAUSES_MS = [100, 1000, 5000];

/** This process's right to run a job of the outbox, which it extends while the job runs. */
export class HeldJob {
  readonly #rows: TableRows;
  readonly #database: Database;
  readonly #now: () => number;
  readonly #id: Stored;
  readonly #heart: NodeJS.Timeout;
  #due: Stored;
  #extended: Promise<void> = Promise.resolve();

  constructor(rows: TableRows, database: Database, { id = null, due_at = null }: TableRow, now: () => number) {
    this.#rows = rows;
    this.#database = database;
    this.#now = now;
    this.#id = id;
    this.#due = due_at;
    this.#heart = setInterval(() => {
      // After a failure, the next heartbeat tries again.
      this.#extended = this.#extended.then(() => this.#extend()).catch(() => {});
    }, HEARTBEAT_MS);
  }

  /** Records the result, unless another process has taken the job. Throws if the database stays unavailable. */
  async end(result: TableRow): Promise<void> {
    clearInterval(this.#heart);
    await this.#extended;
    for (const pause of PAUSES_MS) {
      try {
        return void (await this.#rows.update(this.#database, this.#mine, result));
      } catch {
        await setTimeout(pause);
      }
    }
    await this.#rows.update(this.#database, this.#mine, result);
  }

  async #extend(): Promise<void> {
    const next = this.#now() + LEASE_MS;
    if ((await this.#rows.update(this.#database, this.#mine, { due_at: next })) > 0) this.#due = next;
  }

  get #mine(): Condition[] {
    return [
      ['id', '=', this.#id],
      ['due_at', '=', this.#due],
    ];
  }
}
