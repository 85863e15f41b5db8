import { setImmediate, setTimeout } from 'node:timers/promises';
import type { ProjectConfig } from '../config/project-config.ts';
import { dialectOf } from '../dialects/registry.ts';
import { nextDue } from '../persistence/outbox/run-due.ts';
import type { BackgroundLog } from '../persistence/store.ts';
import { outbox } from '../schema/internal/outbox.ts';
import type { ProjectRegistry } from './registry.ts';

/** How many projects are checked, or opened for this, concurrently: an unreachable one delays few others. */
const WALKERS = 3;
/** How long a project is kept open for the deliveries that its outbox has started; */
const SETTLE_MS = 60_000;
/** how long until it is checked again, and how long until an unreachable one is. */
const SOON_MS = 5_000;
const LATER_MS = 300_000;
/** The longest timer; nothing is due later than this anyway. */
const LONGEST_MS = 86_400_000;

/**
 * Delivers what was still in the projects' outboxes when the server was stopped, even if no request opens them: checks
 * each project once, and again when a job is due. Open projects have their own worker.
 */
export class OutboxRounds {
  readonly #registry: ProjectRegistry;
  readonly #log: BackgroundLog;
  /** When to check each project, in milliseconds since 1970. */
  readonly #due = new Map<string, number>();
  readonly #stopped = new AbortController();

  constructor(registry: ProjectRegistry, log: BackgroundLog) {
    this.#registry = registry;
    this.#log = log;
  }

  /** Starts the rounds. They yield to requests. */
  start(): void {
    for (const key of this.#registry.allKeys()) this.#due.set(key, 0);
    for (let walker = 0; walker < WALKERS; walker++) void this.#walk();
  }

  /** Starts nothing new. The registry closes the open projects. */
  stop(): void {
    this.#stopped.abort();
  }

  async #walk(): Promise<void> {
    for (let next = this.#next(); next && !this.#stopped.signal.aborted; next = this.#next()) {
      const [key, at] = next;
      this.#due.delete(key);
      if (!(await this.#pauseUntil(at))) return;
      const due = await this.#look(key);
      if (due !== null) this.#due.set(key, due);
    }
  }

  /** The project that is due first. */
  #next(): [key: string, at: number] | undefined {
    let first: [string, number] | undefined;
    for (const entry of this.#due) if (!first || entry[1] < first[1]) first = entry;
    return first;
  }

  /** False if the rounds have been stopped in the meantime. */
  async #pauseUntil(at: number): Promise<boolean> {
    await setImmediate();
    const pause = Math.min(LONGEST_MS, at - Date.now());
    const { signal } = this.#stopped;
    if (pause > 0) await setTimeout(pause, undefined, { ref: false, signal }).catch(() => {});
    return !signal.aborted;
  }

  /** When to check again; null for never. */
  async #look(key: string): Promise<number | null> {
    try {
      const config = this.#registry.configOf(key);
      if (!config || this.#registry.isOpen(key)) return null;
      const due = await this.#dueIn(config);
      if (due === null || due > Date.now() || this.#stopped.signal.aborted) return due;
      return await this.#visit(config);
    } catch (err) {
      this.#log.error({ err, project: key }, 'the outbox could not be looked at');
      return Date.now() + LATER_MS;
    }
  }

  async #visit(config: ProjectConfig): Promise<number | null> {
    const soon = Date.now() + SOON_MS;
    const isVisited = await this.#registry.visit(config.project, (project) => project.outboxSettled(SETTLE_MS));
    const due = isVisited ? await this.#dueIn(config) : null;
    return due === null ? null : Math.max(due, soon);
  }

  /** When a job of a project is due; null if there is none. */
  async #dueIn({ database }: ProjectConfig): Promise<number | null> {
    const dialect = await dialectOf(database.type);
    const snapshot = await dialect.openSnapshot(this.#registry.addressOf(database));
    try {
      if (!(await dialect.internalTables(snapshot)).includes(outbox.name)) return null;
      return await nextDue(dialect, snapshot);
    } finally {
      await snapshot.close();
    }
  }
}
