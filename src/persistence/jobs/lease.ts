import type { Connection } from '../../dialects/dialect.ts';
import type { Store } from '../store.ts';
import type { TableRow } from '../table-rows.ts';
import type { Job } from './job.ts';
import { jobDue, jobRows, unchanged } from './job-rows.ts';

/** How long a server may be silent before another one continues its jobs. */
export const LEASE_MS = 60_000;
/** The interval between two heartbeats. */
export const HEARTBEAT_MS = LEASE_MS / 4;

/** Thrown if the job was cancelled, or another server has taken it: the work in progress is void. */
export class JobLost extends Error {}

/** This server's right to work on a job. Every write requires that no other process has written the job meanwhile. */
export class Lease {
  readonly #store: Store;
  #job: Job;
  #isLost = false;

  private constructor(store: Store, job: Job) {
    this.#store = store;
    this.#job = job;
  }

  /** Takes a job; null if it is not due, because another server is working on it, or if it has changed. */
  static async take(store: Store, job: Job, now: number): Promise<Lease | null> {
    if (jobDue(job.due, now) > now) return null;
    const lease = new Lease(store, job);
    const started = job.started ?? now;
    const taken = {
      state: 'running',
      attempts: job.attempts + 1,
      due_at: now + LEASE_MS,
      started_at: started,
    } as const;
    if (!(await lease.#update(store.database, { ...taken, updated_at: now }))) return null;
    lease.advance({ state: 'running', attempts: taken.attempts, started });
    return lease;
  }

  /** The job as this server last read or wrote it. */
  get job(): Job {
    return this.#job;
  }

  /** Whether the job was found to have been cancelled, or taken by another server. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Extends the lease. Throws {@link JobLost}. */
  async extend(now: number): Promise<void> {
    const held = await jobRows(this.#store).update(this.#store.database, unchanged(this.#job), {
      due_at: now + LEASE_MS,
    });
    if (held === 0) this.#lose();
  }

  /** Changes the job and extends the lease, usually within a transaction. Throws {@link JobLost}. */
  async write(connection: Connection, values: TableRow, now: number): Promise<void> {
    if (!(await this.#update(connection, { due_at: now + LEASE_MS, updated_at: now, ...values }))) this.#lose();
  }

  /** Updates {@link job} with what a write has changed. Must be called once the write is committed. */
  advance(changes: Partial<Job>): void {
    this.#job = { ...this.#job, ...changes, version: this.#job.version + 1 };
  }

  #lose(): never {
    this.#isLost = true;
    throw new JobLost();
  }

  async #update(connection: Connection, values: TableRow): Promise<boolean> {
    const next = { ...values, version: this.#job.version + 1 };
    return (await jobRows(this.#store).update(connection, unchanged(this.#job), next)) > 0;
  }
}
