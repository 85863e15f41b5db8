import { setImmediate, setTimeout } from 'node:timers/promises';
import type { ProjectConfig } from '../config/project-config.ts';
import { dialectOf } from '../dialects/registry.ts';
import { nextDue } from '../persistence/outbox/run-due.ts';
import type { BackgroundLog } from '../persistence/store.ts';
import { outbox } from '../schema/internal/outbox.ts';
import type { ProjectRegistry } from './registry.ts';

/** So many projects are looked at, or open for this only, at once: one out of reach holds up few others. */
const WALKERS = 3;
/** How long a project is kept open for what its outbox has begun; */
const SETTLE_MS = 60_000;
/** how soon it is looked at again, and how soon one that could not be reached. */
const SOON_MS = 5_000;
const LATER_MS = 300_000;
/** Timers take no more; nothing is due later than this anyway. */
const LONGEST_MS = 86_400_000;

/**
 * Sends what the projects of a server were about to send when it was ended, though nobody asks for them: each is looked at
 * once, and again when something of it is due. Open projects look after themselves.
 */
export class OutboxRounds {
  readonly #registry: ProjectRegistry;
  readonly #log: BackgroundLog;
  /** When each project is to be looked at, in milliseconds since 1970. */
  readonly #due = new Map<string, number>();
  readonly #stopped = new AbortController();

  constructor(registry: ProjectRegistry, log: BackgroundLog) {
    this.#registry = registry;
    this.#log = log;
  }

  /** Begins; requests go first. */
  start(): void {
    for (const key of this.#registry.allKeys()) this.#due.set(key, 0);
    for (let walker = 0; walker < WALKERS; walker++) void this.#walk();
  }

  /** Nothing new begins. What is open is the registry's to close. */
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

  /** False when the rounds have been stopped meanwhile. */
  async #pauseUntil(at: number): Promise<boolean> {
    await setImmediate();
    const pause = Math.min(LONGEST_MS, at - Date.now());
    const { signal } = this.#stopped;
    if (pause > 0) await setTimeout(pause, undefined, { ref: false, signal }).catch(() => {});
    return !signal.aborted;
  }

  /** When to look again; null for not at all. */
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

  /** When something of a project is due; null where nothing is to leave. */
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
