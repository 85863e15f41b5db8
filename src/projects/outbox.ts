import { setTimeout } from 'node:timers/promises';
import { ReceiverQueues } from '../persistence/outbox/receiver-queues.ts';
import { beginDue } from '../persistence/outbox/run-due.ts';
import { handlersOf } from '../services/outbox/handlers.ts';
import { OutboxWorker } from './outbox-worker.ts';
import type { Project } from './project.ts';

/** What works on the outbox of a project. */
export interface Outbox {
  /** Looks for what is due. */
  wake(): void;
  /** Resolves when what was due has been tried, or when the time is up. */
  settled(timeoutMs: number): Promise<void>;
  /** Ends when what is under way has ended; nothing new begins. */
  stop(): Promise<void>;
}

const IDLE: Outbox = { wake: () => {}, settled: async () => {}, stop: async () => {} };

/** The worker of a project's outbox. It sleeps until it is woken, and for ever where nothing is to leave. */
export function outboxOf(project: Project): Outbox {
  const { log, delivers } = project.surroundings;
  if (!delivers) return IDLE;
  const failed = (err: unknown): void =>
    log.error({ err, project: project.project }, 'the outbox could not be worked on');
  const queues = new ReceiverQueues((failure) => {
    if (failure !== null) failed(failure);
    worker.wake();
  });
  const handlers = handlersOf(project);
  const worker = new OutboxWorker(() => beginDue(project, handlers, queues, Date.now), failed);
  return {
    wake: () => worker.wake(),
    settled: (timeoutMs) => within(timeoutMs, allTried(worker, queues)),
    stop: async () => {
      await worker.stop();
      await queues.settled();
    },
  };
}

/** Deliveries that end may leave room or work for others. */
async function allTried(worker: OutboxWorker, queues: ReceiverQueues): Promise<void> {
  while (worker.running) {
    await worker.running;
    await queues.settled();
  }
}

async function within(timeoutMs: number, work: Promise<void>): Promise<void> {
  const enough = new AbortController();
  await Promise.race([work, setTimeout(timeoutMs, undefined, { signal: enough.signal }).catch(() => {})]);
  enough.abort();
}
