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
import { KIND_NAMES } from '../services/jobs/kinds.ts';
import { earliest } from '../shared/earliest.ts';
import type { ProjectRegistry } from './registry.ts';

/**
 * How many projects are checked, or opened for a check, concurrently. With several, an unreachable project delays few
 * others.
 */
const WALKERS = 3;
/**
 * The pause after a check, as a multiple of its duration, so that requests get the rest of the time; and the maximum
 * pause.
 */
const REST = 10;
const MAX_REST_MS = 250;
/** How long a project is kept open for the deliveries and jobs that it has started. */
const SETTLE_MS = 60_000;
/** The time until a project is checked again, and until an unreachable one is. */
const SOON_MS = 5_000;
const LATER_MS = 300_000;
/** The longest timer: how late a check may be if the clock is set forward. */
const MAX_TIMER_MS = 60_000;

/**
 * Continues the deliveries and jobs that projects had pending when this server or another was stopped, even if no
 * request opens these projects. Checks each project once, and again when something is due. Open projects have their own
 * workers.
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

  /** Starts checking. */
  start(): void {
    this.#isStarted = true;
    this.again();
  }

  /** Checks every project again: another server may have left work in it. */
  again(): void {
    for (const key of this.#registry.allKeys()) this.#due.set(key, 0);
    this.#schedule();
  }

  /** Schedules a check of a project that is not open, for when its next job or delivery is due. */
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
    const pause = Math.min(MAX_TIMER_MS, Math.max(0, next[1] - Date.now()));
    this.#timer = setTimeout(() => void this.#walk(), pause);
    this.#timer.unref();
  }

  /** Checks the project that is due first, if its time has come. */
  async #walk(): Promise<void> {
    const [key, at] = this.#next() ?? ['', Number.POSITIVE_INFINITY];
    if (at > Date.now()) return this.#schedule();
    this.#walking++;
    this.#due.delete(key);
    this.#schedule();
    const began = performance.now();
    const due = await this.#look(key);
    if (due !== null) this.#due.set(key, due);
    await after(Math.min(MAX_REST_MS, REST * (performance.now() - began)), undefined, { ref: false });
    this.#walking--;
    this.#schedule();
  }

  /** The project that is due first. */
  #next(): [key: string, at: number] | undefined {
    let first: [string, number] | undefined;
    for (const entry of this.#due) if (!first || entry[1] < first[1]) first = entry;
    return first;
  }

  /** Returns when to check again; null for never. */
  async #look(key: string): Promise<number | null> {
    try {
      const config = this.#registry.configOf(key);
      if (!config || this.#registry.isOpen(key)) return null;
      // The project may be resumed at any time.
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

  /** When the next job, delivery or scheduled change of a project is due; null if there is none. */
  async #dueIn({ database }: ProjectConfig): Promise<number | null> {
    const dialect = await dialectOf(database.type);
    const snapshot = await dialect.openSnapshot(this.#registry.locations.addressOf(database));
    try {
      const tables = await dialect.internalTables(snapshot);
      const dues = [
        tables.includes(outbox.name) ? await nextDue(dialect, snapshot, Date.now()) : null,
        tables.includes(jobs.name) ? await nextDueJob(dialect, snapshot, KIND_NAMES, Date.now()) : null,
        tables.includes(schedules.name) ? await nextDueSchedule(dialect, snapshot) : null,
      ];
      return earliest(dues);
    } finally {
      await snapshot.close();
    }
  }
}
