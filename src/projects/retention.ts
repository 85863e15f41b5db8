import { purgeExpired } from '../persistence/schema-change/purge.ts';
import type { Store } from '../persistence/store.ts';
import { applyRetention } from '../services/retention/apply.ts';

const PAUSE_MS = 10 * 60_000;
/** Tables with limited growth. */
const RECORDS: ReadonlySet<string> = new Set(['directus_activity', 'directus_revisions']);

const noOp = (): void => {};

/** Applies retention rules in the background from time to time, and removes expired data of schema changes. */
export class Retention {
  readonly #store: Store;
  #next = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Called with the tables that a commit has changed. */
  committed(tables: ReadonlySet<string>): void {
    const now = performance.now();
    if (![...tables].some((name) => RECORDS.has(name)) || now < this.#next) return;
    this.#next = now + PAUSE_MS;
    // A failure is retried next time; it must not affect the writer.
    this.#running = new Promise<void>((done) => setImmediate(done))
      .then(() => this.#apply(new Date()))
      .then(noOp, noOp)
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #apply(now: Date): Promise<void> {
    await applyRetention(this.#store, now);
    await purgeExpired(this.#store, now);
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }
}
