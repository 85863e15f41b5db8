import type { Store } from '../persistence/store.ts';
import { applyRetention } from '../services/retention/apply.ts';
import { retentionRules } from '../services/retention/rules.ts';

const PAUSE_MS = 10 * 60_000;
/** Tables whose growth is limited. */
const RECORDS: ReadonlySet<string> = new Set(['directus_activity', 'directus_revisions']);

/** Thins the records of a project out beside its requests, now and then. */
export class Retention {
  readonly #store: Store;
  #next = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Told of the tables that a commit has touched. */
  committed(tables: ReadonlySet<string>): void {
    if (![...tables].some((name) => RECORDS.has(name)) || Date.now() < this.#next) return;
    if (!retentionRules(this.#store.catalog.settings)) return;
    this.#next = Date.now() + PAUSE_MS;
    // What fails now is done next time: whoever writes must not hear of it.
    setImmediate(() => void applyRetention(this.#store, new Date()).catch(() => undefined));
  }
}
