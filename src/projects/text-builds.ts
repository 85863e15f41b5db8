import { setTimeout } from 'node:timers/promises';
import type { TextBuild } from '../dialects/dialect.ts';
import type { Store } from '../persistence/store.ts';
import { yieldToEventLoop } from '../shared/yield-to-event-loop.ts';

/** The pause between two steps, in which other processes may write. */
const PAUSE_MS = 5;
/** The pause after the database was locked by another process. */
const BUSY_MS = 1_000;

/** Completes the text indexes of a project in the background, including those that a dead server has started. */
export class TextBuilds {
  readonly #store: Store;
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;
  #isAsked = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Looks for incomplete indexes, since the schema may have changed. Commands leave them to servers. */
  wake(): void {
    if (!this.#store.surroundings.delivers || this.#ending.signal.aborted) return;
    this.#isAsked = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#isAsked) this.wake();
    });
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves when the step in progress has ended. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { project, surroundings } = this.#store;
    await yieldToEventLoop();
    try {
      while (this.#isAsked && !this.#ending.signal.aborted) {
        this.#isAsked = false;
        for (const build of this.#begun()) await this.#complete(build);
      }
    } catch (err) {
      // A change of the schema meanwhile wakes this again.
      if (!this.#ending.signal.aborted) surroundings.log.warn({ err, project }, 'a text index could not be completed');
    }
  }

  #begun(): TextBuild[] {
    const { dialect, database, catalog } = this.#store;
    const tables = Array.from(catalog.schema.collections.values(), ({ table }) => table);
    return tables.flatMap((table) =>
      (table.indexes ?? []).flatMap((index) =>
        index.building && dialect.textBuild ? [dialect.textBuild(database, table, index)] : [],
      ),
    );
  }

  async #complete(build: TextBuild): Promise<void> {
    while (!this.#ending.signal.aborted) {
      if (await this.#step(build)) return this.#store.outdated(this.#store.catalog);
      await this.#pause(PAUSE_MS);
    }
  }

  async #step(build: TextBuild): Promise<boolean> {
    try {
      return await build.step();
    } catch (error) {
      if (this.#store.dialect.classify(error)?.kind !== 'busy') throw error;
      await this.#pause(BUSY_MS);
      return false;
    }
  }

  async #pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: this.#ending.signal });
  }
}
