import { setTimeout as after } from 'node:timers/promises';
import type { ProjectConfig } from '../config/project-config.ts';
import { dialectOf } from '../dialects/registry.ts';
import { nextDueJob } from '../persistence/jobs/job-rows.ts';
import { nextDue } from '../persistence/outbox/run-due.ts';
import { nextDueSchedule } from '../persistence/schedules.ts';
import type { BackgroundLog } from '../persistence/surroundings.ts';
import { jobs } from '../schema/internal/jobs.ts';
import { outbox } from '../schema/internal/outbox.ts';
import { schedules } from '../schema/internal/schedules.ts';
import { earliest } from '../shared/earliest.ts';
import type { ProjectRegistry } from './registry.ts';

/** How many projects are checked, or opened for this, concurrently: an unreachable one delays few others. */
const WALKERS = 3;
/** How many times as long as a check takes is waited until the next, so that requests have the rest; and how long at most. */
const REST = 10;
const LONGEST_REST_MS = 250;
/** How long a project is kept open for the deliveries and jobs that it has started; */
const SETTLE_MS = 60_000;
/** how long until it is checked again, and how long until an unreachable one is. */
const SOON_MS = 5_000;
const LATER_MS = 300_000;
/** The longest timer; nothing is due later than this anyway. */
const LONGEST_MS = 86_400_000;

/**
 * Continues what the projects had yet to do when the server was stopped, deliveries of their outboxes and jobs, even if
 * no request opens them: checks each project once, and again when something is due. Open projects have workers of their
 * own.
 */
export class Rounds {
  readonly #registry: ProjectRegistry;
  readonly #log: BackgroundLog;
  /** When to check each project, in milliseconds since 1970. */
  readonly #due = new Map<string, number>();
  #isStarted = false;
  #walking = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(registry: ProjectRegistry, log: BackgroundLog) {
    this.#registry = registry;
    this.#log = log;
  }

  /** Starts the rounds. */
  start(): void {
    this.#isStarted = true;
    for (const key of this.#registry.allKeys()) this.#due.set(key, 0);
    this.#schedule();
  }

  /** A project has been closed; a job or a delivery is due then. */
  add(key: string, due: number): void {
    this.#due.set(key, due);
    this.#schedule();
  }

  /** Starts nothing new. The registry closes the open projects. */
  stop(): void {
    this.#isStarted = false;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const next = this.#next();
    if (!this.#isStarted || !next || this.#walking >= WALKERS) return;
    const pause = Math.min(LONGEST_MS, Math.max(0, next[1] - Date.now()));
    this.#timer = setTimeout(() => void this.#walk(), pause);
    this.#timer.unref();
  }

  /** Checks the project that is due first, if it is due yet. */
  async #walk(): Promise<void> {
    const [key, at] = this.#next() ?? ['', Number.POSITIVE_INFINITY];
    if (at > Date.now()) return this.#schedule();
    this.#walking++;
    this.#due.delete(key);
    this.#schedule();
    const began = performance.now();
    const due = await this.#look(key);
    if (due !== null) this.#due.set(key, due);
    await after(Math.min(LONGEST_REST_MS, REST * (performance.now() - began)), undefined, { ref: false });
    this.#walking--;
    this.#schedule();
  }

  /** The project that is due first. */
  #next(): [key: string, at: number] | undefined {
    let first: [string, number] | undefined;
    for (const entry of this.#due) if (!first || entry[1] < first[1]) first = entry;
    return first;
  }

  /** When to check again; null for never. */
  async #look(key: string): Promise<number | null> {
    try {
      const config = this.#registry.configOf(key);
      if (!config || this.#registry.isOpen(key)) return null;
      // It may be resumed at any time.
      if (config.suspended) return Date.now() + LATER_MS;
      const due = await this.#dueIn(config);
      if (due === null || due > Date.now() || !this.#isStarted) return due;
      return await this.#visit(config);
    } catch (err) {
      this.#log.error({ err, project: key }, 'the jobs of a project could not be looked at');
      return Date.now() + LATER_MS;
    }
  }

  async #visit(config: ProjectConfig): Promise<number | null> {
    const soon = Date.now() + SOON_MS;
    const isVisited = await this.#registry.visit(config.project, (project) => project.workSettled(SETTLE_MS));
    const due = isVisited ? await this.#dueIn(config) : null;
    return due === null ? null : Math.max(due, soon);
  }

  /** When a job, a delivery or a scheduled change of a project is due; null if there is none. */
  async #dueIn({ database }: ProjectConfig): Promise<number | null> {
    const dialect = await dialectOf(database.type);
    const snapshot = await dialect.openSnapshot(this.#registry.addressOf(database));
    try {
      const tables = await dialect.internalTables(snapshot);
      const dues = [
        tables.includes(outbox.name) ? await nextDue(dialect, snapshot) : null,
        tables.includes(jobs.name) ? await nextDueJob(dialect, snapshot) : null,
        tables.includes(schedules.name) ? await nextDueSchedule(dialect, snapshot) : null,
      ];
      return earliest(dues);
    } finally {
      await snapshot.close();
    }
  }
}
