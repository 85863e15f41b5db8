import { ReceiverQueues } from '../persistence/outbox/receiver-queues.ts';
import { beginDue } from '../persistence/outbox/run-due.ts';
import { handlersOf, type Sender } from '../services/outbox/handlers.ts';
import { within } from '../shared/within.ts';
import { DueWorker } from './due-worker.ts';

/** The worker of a project's outbox. */
export interface Outbox {
  /** Checks for due jobs. */
  wake(): void;
  /** Resolves when every due job has been tried, or after the timeout. */
  settled(timeoutMs: number): Promise<void>;
  /** Whether it works on jobs. */
  readonly isBusy: boolean;
  /** When the next job is due; null if there is none. */
  readonly next: number | null;
  /** Starts nothing new, and resolves when the deliveries in progress have ended. */
  stop(): Promise<void>;
}

const IDLE: Outbox = { wake: () => {}, isBusy: false, next: null, settled: async () => {}, stop: async () => {} };

/** The worker of a project's outbox. It sleeps until it is woken, indefinitely if there are no jobs. */
export function outboxOf(project: Sender): Outbox {
  const { log, delivers } = project.surroundings;
  if (!delivers) return IDLE;
  const failed = (err: unknown): void =>
    log.error({ err, project: project.project }, 'the outbox could not be worked on');
  const queues = new ReceiverQueues((failure) => {
    if (failure !== null) failed(failure);
    worker.wake();
  });
  const handlers = handlersOf(project);
  const worker = new DueWorker(() => beginDue(project, handlers, queues, Date.now), failed);
  return {
    wake: () => worker.wake(),
    get isBusy() {
      return worker.running !== undefined || queues.isBusy;
    },
    get next() {
      return worker.next;
    },
    settled: (timeoutMs) => within(timeoutMs, allTried(worker, queues)),
    stop: async () => {
      await worker.stop();
      await queues.settled();
    },
  };
}

/** When deliveries end, they may free slots or leave jobs for others. */
async function allTried(worker: DueWorker, queues: ReceiverQueues): Promise<void> {
  while (worker.running || queues.isBusy) {
    await worker.running;
    await queues.settled();
  }
}
