import type { Context } from '../../persistence/context.ts';
import type { Job, JobProgress } from '../../persistence/jobs/job.ts';
import type { Store } from '../../persistence/store.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Refusal } from './refusals.ts';

/** What a job does: how its input is checked, and what a step of it is. */
export interface JobKind<Input = unknown, Checkpoint = unknown> {
  /** Only administrators may start it, and it goes on only as long as its owner is one. */
  readonly admin?: true;
  /** Checks what was sent, on behalf of the caller, and returns what is stored. An ApiError refuses the request. */
  prepare(context: Context, sent: Readonly<Record<string, unknown>>): Promise<Input> | Input;
  /** The input as its owner sees it; as it is stored unless given. */
  shown?(context: Context, input: Input): Readonly<Record<string, unknown>>;
  /** The context of its steps, made of its owner's; that one unless given. */
  contextOf?(context: Context, input: Input): Context;
  /**
   * Does one step of the job, which should take no longer than a quarter of a second. Called until a commit ends the
   * job. A refusal thrown here fails the job.
   */
  step(run: JobRun<Input, Checkpoint>): Promise<void>;
  /** Ends what the kind keeps in this process between steps; called when it does not work on the job any more. */
  leave?(store: Store, job: Job): Promise<void>;
  /** Removes what the job keeps outside of the tables of jobs; called before an ended job is deleted, perhaps twice. */
  forget?(store: Store, job: Job): Promise<void>;
}

/** A step in progress. */
export interface JobRun<Input, Checkpoint> {
  /** On behalf of the job's creator, with the permissions that the creator has now. */
  readonly context: Context;
  readonly job: Pick<Job, 'id' | 'kind' | 'owner'>;
  readonly input: Input;
  /** As of the last commit, like the progress; null before the first. */
  readonly checkpoint: Checkpoint | null;
  readonly progress: JobProgress;
  /** How many pieces of work a commit should hold, by how long the last ones took. */
  readonly size: number;
  /** Whether the step has taken its share of time, and should end soon. */
  readonly isSpent: boolean;
  /** Aborts when the server stops or the job is lost. */
  readonly signal: AbortSignal;
  /**
   * Does `work`, and stores checkpoint, progress and refusals, in one transaction. Conflicts are retried, so `work` may
   * run several times. Throws JobLost if the job was cancelled or taken over; nothing is written then.
   */
  commit(work: (tx: Transaction) => Promise<JobStep<Checkpoint>>): Promise<void>;
  /** Lets others use the event loop, if this job has used it for a while; to be called between pieces of work. */
  breathe(): Promise<void>;
}

/** What a commit stores of a job. */
export interface JobStep<Checkpoint> {
  readonly checkpoint: Checkpoint;
  readonly progress?: Partial<Omit<JobProgress, 'refused'>>;
  /** What was left out; it is counted. */
  readonly refused?: readonly Refusal[];
  /** The job is done. */
  readonly ended?: { readonly result: Readonly<Record<string, unknown>> };
}
