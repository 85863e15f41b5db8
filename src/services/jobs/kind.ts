import type { Context } from '../../persistence/context.ts';
import type { Job, JobProgress } from '../../persistence/jobs/job.ts';
import type { Store } from '../../persistence/store.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Refusal } from './refusals.ts';

/** A kind of job: how its input is checked, and how a step works. */
export interface JobKind<Input = unknown, Checkpoint = unknown> {
  /** Only administrators may start it, and it continues only as long as its owner is one. */
  readonly admin?: true;
  /** Checks the input on behalf of the caller, and returns the form to store. An ApiError refuses the request. */
  prepare(context: Context, sent: Readonly<Record<string, unknown>>): Promise<Input> | Input;
  /** The input as its owner sees it; by default as it is stored. */
  shown?(context: Context, input: Input): Readonly<Record<string, unknown>>;
  /** The context of its steps, derived from the owner's; by default the owner's. */
  contextOf?(context: Context, input: Input): Context;
  /**
   * Does one step of the job, which should take at most a quarter of a second. Called until a commit ends the job. A
   * refusal thrown here fails the job.
   */
  step(run: JobRun<Input, Checkpoint>): Promise<void>;
  /** Releases what the kind keeps in this process between steps. Called when this process stops working on the job. */
  leave?(store: Store, job: Job): Promise<void>;
  /**
   * Removes what the job keeps outside the tables of jobs. Called before an ended job is deleted, possibly more than
   * once.
   */
  forget?(store: Store, job: Job): Promise<void>;
}

/** A step in progress. */
export interface JobRun<Input, Checkpoint> {
  /** The context of the job's owner, with present permissions. */
  readonly context: Context;
  readonly job: Pick<Job, 'id' | 'kind' | 'owner'>;
  readonly input: Input;
  /** As of the last commit, like the progress; null before the first commit. */
  readonly checkpoint: Checkpoint | null;
  readonly progress: JobProgress;
  /** How many pieces of work a commit should contain, judged by the duration of the last ones. */
  readonly size: number;
  /** Whether the step has used up its time and should end soon. */
  readonly isSpent: boolean;
  /** Aborts when the server stops or loses the job. */
  readonly signal: AbortSignal;
  /**
   * Does `work`, and stores checkpoint, progress and refusals, in one transaction. Conflicts are retried, so `work` may
   * run several times. If the job was cancelled or taken over, throws JobLost and writes nothing.
   */
  commit(work: (tx: Transaction) => Promise<JobStep<Checkpoint>>): Promise<void>;
  /** Yields to the event loop if the job has used it for a while. Should be called between pieces of work. */
  breathe(): Promise<void>;
}

/** What a commit stores about a job. */
export interface JobStep<Checkpoint> {
  readonly checkpoint: Checkpoint;
  readonly progress?: Partial<Omit<JobProgress, 'refused'>>;
  /** The pieces that were left out; they are counted. */
  readonly refused?: readonly Refusal[];
  /** Set if the job is done. */
  readonly ended?: { readonly result: Readonly<Record<string, unknown>> };
}
