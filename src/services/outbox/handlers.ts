import { serverContext } from '../../persistence/context.ts';
import type { Handlers } from '../../persistence/outbox/run-due.ts';
import type { IssuingStore } from '../auth/issuing-store.ts';
import { mailReset } from '../auth/mail-reset.ts';
import { deliverMail, type Mailer } from '../mail/mailer.ts';
import { deliverTaskNews } from '../tasks/deliver.ts';
import { deliverWebhook } from '../webhooks/deliver.ts';

/** What the jobs of a project's outbox depend on. */
export interface Sender extends IssuingStore {
  readonly mailer: Mailer;
}

/** Returns the handlers for each kind of job. */
export function handlersOf(sender: Sender): Handlers {
  const { mailer, issuer } = sender;
  return {
    mail: async (job) => void (await deliverMail(serverContext(sender), mailer, job)),
    'password-reset': async (job) => void (await mailReset(serverContext(sender), issuer, mailer, job)),
    task: async (job) => void (await deliverTaskNews(serverContext(sender), mailer, job)),
    webhook: (job) => deliverWebhook(sender, job),
  };
}
