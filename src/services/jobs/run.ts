import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import type { Job, JobProgress } from '../../persistence/jobs/job.ts';
import type { Lease } from '../../persistence/jobs/lease.ts';
import type { TableRow } from '../../persistence/table-rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import type { JobRun, JobStep } from './kind.ts';
import { storeRefusals } from './refusals.ts';

/** How long a step may run before it yields to the event loop. */
const BREATH_MS = 5;

/** How long a step may take, and how many pieces of work a commit contains. */
export interface StepPace {
  readonly stepMs: number;
  readonly size: number;
}

/** A step of a job that this server works on. */
export class Run implements JobRun<unknown, unknown> {
  readonly context: Context;
  readonly signal: AbortSignal;
  readonly size: number;
  readonly #lease: Lease;
  readonly #stepMs: number;
  readonly #begun = performance.now();
  #breathed = this.#begun;
  #commits = 0;

  constructor(context: Context, lease: Lease, { size, stepMs }: StepPace, signal: AbortSignal) {
    this.context = context;
    this.signal = signal;
    this.size = size;
    this.#lease = lease;
    this.#stepMs = stepMs;
  }

  get job(): Job {
    return this.#lease.job;
  }

  get input(): unknown {
    return this.job.input;
  }

  get checkpoint(): unknown {
    return this.job.checkpoint;
  }

  get progress(): JobProgress {
    return this.job.progress;
  }

  /** The number of commits that the step has made. */
  get commits(): number {
    return this.#commits;
  }

  get isSpent(): boolean {
    return this.signal.aborted || performance.now() - this.#begun >= this.#stepMs;
  }

  async commit(work: (tx: Transaction) => Promise<JobStep<unknown>>): Promise<void> {
    const changes = await inTransaction(this.context, async (tx) => {
      const step = await work(tx);
      await storeRefusals(tx, this.job, step.refused ?? []);
      const next = afterStep(this.job, step);
      const now = Date.now();
      await this.#lease.write(tx.connection, rowOf(next, now), now);
      return next;
    });
    this.#commits++;
    this.#lease.advance(changes);
  }

  async breathe(): Promise<void> {
    if (performance.now() - this.#breathed < BREATH_MS) return;
    await yieldToEventLoop();
    this.#breathed = performance.now();
  }
}

type Next = Pick<Job, 'state' | 'checkpoint' | 'progress' | 'result' | 'attempts'>;

function afterStep({ progress }: Job, { checkpoint, ended, refused = [], ...step }: JobStep<unknown>): Next {
  return {
    state: ended ? 'done' : 'running',
    checkpoint,
    progress: { ...progress, ...step.progress, refused: progress.refused + refused.length },
    result: ended?.result ?? null,
    attempts: 0,
  };
}

function rowOf({ state, checkpoint, progress, result }: Next, now: number): TableRow {
  return {
    state,
    checkpoint: JSON.stringify(checkpoint),
    ...progress,
    result: result && JSON.stringify(result),
    attempts: 0,
    ended_at: state === 'done' ? now : null,
  };
}
