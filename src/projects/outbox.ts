import { setTimeout } from 'node:timers/promises';
import { serverContext } from '../persistence/context.ts';
import { mailReset } from '../services/auth/request-reset.ts';
import { deliverMail } from '../services/mail/mailer.ts';
import { Lanes } from '../services/outbox/lanes.ts';
import { beginDue, type Handlers } from '../services/outbox/run-due.ts';
import { deliverWebhook } from '../services/webhooks/deliver.ts';
import { OutboxWorker } from './outbox-worker.ts';
import type { Project } from './project.ts';

/** What works on the outbox of a project. */
export interface Outbox {
  /** Looks for what is due. */
  wake(): void;
  /** Resolves when what was due has been tried, or when patience is at its end. */
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
  const lanes = new Lanes((failure) => {
    if (failure !== null) failed(failure);
    worker.wake();
  });
  const handlers = handlersOf(project);
  const worker = new OutboxWorker(() => beginDue(project, handlers, lanes, Date.now), failed);
  return {
    wake: () => worker.wake(),
    settled: (timeoutMs) => within(timeoutMs, allTried(worker, lanes)),
    stop: async () => {
      await worker.stop();
      await lanes.settled();
    },
  };
}

/** Deliveries that end may leave room or work for others. */
async function allTried(worker: OutboxWorker, lanes: Lanes): Promise<void> {
  while (worker.running) {
    await worker.running;
    await lanes.settled();
  }
}

async function within(timeoutMs: number, work: Promise<void>): Promise<void> {
  const enough = new AbortController();
  await Promise.race([work, setTimeout(timeoutMs, undefined, { signal: enough.signal }).catch(() => {})]);
  enough.abort();
}

/** What is done with the jobs of a project's outbox. */
export function handlersOf(project: Project): Handlers {
  return {
    mail: async (job) => {
      await deliverMail(project.mailer, job);
      return undefined;
    },
    'password-reset': async (job) => {
      await mailReset(serverContext(project, 'octavo'), project.issuer, project.mailer, job);
      return undefined;
    },
    webhook: (job) => deliverWebhook(project, job),
  };
}
