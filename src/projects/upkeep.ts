import { purgeExpired } from '../persistence/schema-change/purge.ts';
import type { Store } from '../persistence/store.ts';
import { cleanRevisions } from '../services/revisions/clean.ts';

/** One-time maintenance of a project, done in the background by the servers that have it open. */
export class Upkeep {
  readonly #store: Store;
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Starts maintenance; a failure is retried when the project is next opened. Commands leave it to servers. */
  start(): void {
    const { project, surroundings } = this.#store;
    if (!surroundings.delivers) return;
    this.#running = new Promise<void>((done) => setImmediate(done))
      .then(() => cleanRevisions(this.#store, this.#ending.signal))
      .then(() => purgeExpired(this.#store, new Date()))
      .catch((err: unknown) => {
        if (!this.#ending.signal.aborted)
          surroundings.log.error({ err, project }, 'old revisions could not be searched for secrets');
      })
      .finally(() => {
        this.#running = undefined;
      });
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves when the work in progress has ended. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }
}
