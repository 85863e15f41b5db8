import type { Store } from '../persistence/store.ts';
import { runDueSchedules } from '../services/schedules/run.ts';
import { within } from '../shared/within.ts';
import { DueWorker } from './due-worker.ts';

/** Makes the scheduled changes of a project's items when they are due, alternating with the steps of jobs. */
export class ProjectSchedules {
  readonly #store: Store;
  readonly #worker: DueWorker;
  readonly #stopping = new AbortController();

  constructor(store: Store) {
    this.#store = store;
    this.#worker = new DueWorker(
      () => this.#run(),
      (err) => store.surroundings.log.error({ err, project: store.project }, 'schedules could not be worked on'),
    );
  }

  /** Checks for due changes; commands leave them to servers. */
  wake(): void {
    if (this.#store.surroundings.delivers) this.#worker.wake();
  }

  get isBusy(): boolean {
    return this.#worker.running !== undefined;
  }

  /** When the next change is due; null if there is none. */
  get next(): number | null {
    return this.#worker.next;
  }

  /** Resolves when everything due has been tried, or after the timeout. */
  settled(timeoutMs: number): Promise<void> {
    return within(timeoutMs, this.#worker.running ?? Promise.resolve());
  }

  /** Starts nothing new, and resolves when the change in progress has been made. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#worker.stop();
  }

  async #run(): Promise<number | null> {
    const { surroundings, project } = this.#store;
    let next: number | null = null;
    await surroundings.steps.run(project, async () => {
      next = await runDueSchedules(this.#store, this.#stopping.signal);
    });
    return next;
  }
}
