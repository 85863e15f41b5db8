import { setTimeout } from 'node:timers/promises';
import type { Job } from '../persistence/jobs/job.ts';
import { dueJobs, nextDueJob } from '../persistence/jobs/job-rows.ts';
import { LEASE_MS, Lease } from '../persistence/jobs/lease.ts';
import type { Store } from '../persistence/store.ts';
import { forgetOldJobs } from '../services/jobs/forget.ts';
import { KIND_NAMES } from '../services/jobs/kinds.ts';
import { workOn } from '../services/jobs/work.ts';
import { Semaphore } from '../shared/semaphore.ts';
import { sinceArrival } from '../shared/turn.ts';
import { within } from '../shared/within.ts';
import { yieldToEventLoop } from '../shared/yield-to-event-loop.ts';
import { DueWorker } from './due-worker.ts';

/** How many jobs of a project a server works on at a time; their steps alternate. */
const AT_ONCE = 2;
/** How many steps a server runs concurrently, in total and per project. */
const STEPS = { total: 2, each: 1 };
/** While requests arrive, a job pauses after each step for as long as the step took, within these bounds. */
const BUSY_MS = 250;
const PAUSE_MS = { least: 5, most: 500 };
/** How often expired jobs are removed. */
const FORGET_MS = 10 * 60_000;

/** Schedules the steps of projects' jobs on one server: the project whose steps have taken the least time is next. */
export const newSteps = (): Semaphore => new Semaphore(STEPS);

/** Pauses after a step, so that requests take precedence over jobs. */
async function giveWay(tookMs: number): Promise<void> {
  if (sinceArrival() > BUSY_MS) return yieldToEventLoop();
  await setTimeout(Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, tookMs)));
}

/** The jobs of a project that this server works on. */
export class ProjectJobs {
  readonly #store: Store;
  readonly #worker: DueWorker;
  readonly #stopping = new AbortController();
  readonly #running = new Map<number, Promise<void>>();
  /** Jobs that another server has taken from this one, and until when they are left to it, by the process's own time. */
  readonly #taken = new Map<number, number>();
  #forgotten = Number.NEGATIVE_INFINITY;

  constructor(store: Store) {
    this.#store = store;
    this.#worker = new DueWorker(
      () => this.#begin(),
      (err) => store.surroundings.log.error({ err, project: store.project }, 'the jobs could not be worked on'),
    );
  }

  /** Checks for due jobs; commands leave them to servers. */
  wake(): void {
    if (this.#store.surroundings.delivers) this.#worker.wake();
  }

  get isBusy(): boolean {
    return this.#worker.running !== undefined || this.#running.size > 0;
  }

  /** When a job that this server is not working on is due; null if there is none. */
  get next(): number | null {
    return this.#worker.next;
  }

  /** Resolves when the due jobs have ended, or after the timeout. */
  settled(timeoutMs: number): Promise<void> {
    return within(timeoutMs, this.#idle());
  }

  /** Starts nothing new, and resolves when the steps in progress have ended. Their jobs are left to other servers. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#worker.stop();
    await Promise.all(this.#running.values());
  }

  /**
   * Takes due jobs as long as there are free slots. Returns when the next one is due; null if none is, or if there is
   * no free slot.
   */
  async #begin(): Promise<number | null> {
    const { dialect, database } = this.#store;
    await this.#forgetOld();
    while (this.#hasRoom) {
      this.#forgetTaken();
      const due = await dueJobs(this.#store, KIND_NAMES, Date.now(), AT_ONCE + this.#running.size + this.#taken.size);
      const leases: Lease[] = [];
      for (const job of due.filter((each) => this.#isFree(each)).slice(0, AT_ONCE - this.#running.size)) {
        const lease = await Lease.take(this.#store, job, Date.now());
        if (lease) leases.push(lease);
      }
      for (const lease of leases) this.#start(lease);
      const others = [...this.#running.keys(), ...this.#taken.keys()];
      if (leases.length === 0) return nextDueJob(dialect, database, KIND_NAMES, Date.now(), others);
    }
    return null;
  }

  get #hasRoom(): boolean {
    return this.#running.size < AT_ONCE && !this.#stopping.signal.aborted;
  }

  /**
   * Servers whose clocks differ by more than a lease see one another's leases as ended. If they took a job back at once,
   * none of them would get any further.
   */
  #isFree({ id, state }: Job): boolean {
    return !this.#running.has(id) && !(state === 'running' && this.#taken.has(id));
  }

  #forgetTaken(): void {
    for (const [id, until] of this.#taken) if (until <= performance.now()) this.#taken.delete(id);
  }

  #start(lease: Lease): void {
    const { surroundings, project } = this.#store;
    const work = workOn(this.#store, lease, {
      turn: (step) => surroundings.steps.run(project, step),
      pause: giveWay,
      signal: this.#stopping.signal,
    });
    this.#running.set(
      lease.job.id,
      work.finally(() => {
        this.#running.delete(lease.job.id);
        if (lease.isLost) this.#taken.set(lease.job.id, performance.now() + LEASE_MS);
        this.#worker.wake();
      }),
    );
  }

  async #forgetOld(): Promise<void> {
    const now = Date.now();
    if (now - this.#forgotten < FORGET_MS) return;
    this.#forgotten = now;
    await forgetOldJobs(this.#store, now);
  }

  async #idle(): Promise<void> {
    while (this.isBusy) {
      await this.#worker.running;
      await Promise.all(this.#running.values());
    }
  }
}
