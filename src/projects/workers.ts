import { jobs } from '../schema/internal/jobs.ts';
import { outbox } from '../schema/internal/outbox.ts';
import { schedules } from '../schema/internal/schedules.ts';
import type { Sender } from '../services/outbox/handlers.ts';
import { earliest } from '../shared/earliest.ts';
import { ProjectJobs } from './jobs.ts';
import { type Outbox, outboxOf } from './outbox.ts';
import { Retention } from './retention.ts';
import { ProjectSchedules } from './schedules.ts';
import { TextBuilds } from './text-builds.ts';
import { Upkeep } from './upkeep.ts';

/** What an open project does besides answering requests: jobs, scheduled changes, deliveries and maintenance. */
export class Workers {
  readonly #outbox: Outbox;
  readonly #jobs: ProjectJobs;
  readonly #schedules: ProjectSchedules;
  readonly #retention: Retention;
  readonly #upkeep: Upkeep;
  readonly #textBuilds: TextBuilds;

  constructor(project: Sender) {
    this.#outbox = outboxOf(project);
    this.#jobs = new ProjectJobs(project);
    this.#schedules = new ProjectSchedules(project);
    this.#retention = new Retention(project);
    this.#upkeep = new Upkeep(project);
    this.#textBuilds = new TextBuilds(project);
  }

  /** Begins with what earlier processes have left in these tables. */
  start(tables: ReadonlySet<string>): void {
    this.wake(tables);
    this.#upkeep.start();
    this.#textBuilds.wake();
  }

  /** Wakes those that work on these tables. */
  wake(tables: ReadonlySet<string>): void {
    if (tables.has(outbox.name)) this.#outbox.wake();
    if (tables.has(jobs.name)) this.#jobs.wake();
    if (tables.has(schedules.name)) this.#schedules.wake();
  }

  /** Called when a commit has changed these tables. */
  committed(tables: ReadonlySet<string>): void {
    this.wake(tables);
    this.#retention.committed(tables);
  }

  /** Called when the schema was read: it may contain incomplete text indexes. */
  schemaRead(): void {
    this.#textBuilds.wake();
  }

  /** Starts nothing new, and resolves when the steps in progress have ended. */
  async rest(): Promise<void> {
    await Promise.all([this.stopAllButDeliveries(), this.stopDeliveries()]);
  }

  /** The same for all that may add deliveries. */
  async stopAllButDeliveries(): Promise<void> {
    await Promise.all([this.#jobs, this.#schedules, this.#upkeep, this.#textBuilds].map((worker) => worker.stop()));
  }

  /** Starts no more deliveries, and resolves when those in progress have ended. */
  stopDeliveries(): Promise<void> {
    return this.#outbox.stop();
  }

  get isBusy(): boolean {
    const all = [this.#outbox, this.#jobs, this.#schedules, this.#upkeep, this.#textBuilds, this.#retention];
    return all.some((worker) => worker.isBusy);
  }

  /** When the next job, delivery or scheduled change is due; null if there is none. */
  get nextDue(): number | null {
    return earliest([this.#outbox.next, this.#jobs.next, this.#schedules.next]);
  }

  /** Resolves when every due delivery has been tried, or after the timeout. */
  deliveriesSettled(timeoutMs: number): Promise<void> {
    return this.#outbox.settled(timeoutMs);
  }

  /** Resolves when every due job, scheduled change and delivery has been tried, or after the timeout. */
  async settled(timeoutMs: number): Promise<void> {
    await Promise.all([this.#jobs.settled(timeoutMs), this.#schedules.settled(timeoutMs)]);
    await this.deliveriesSettled(timeoutMs);
  }
}
