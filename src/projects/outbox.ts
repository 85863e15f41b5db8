import { mailReset } from '../services/auth/request-reset.ts';
import { serverContext } from '../services/context.ts';
import { deliverMail } from '../services/mail/mailer.ts';
import { type Handlers, runDue } from '../services/outbox/run-due.ts';
import { OutboxWorker } from './outbox-worker.ts';
import type { Project } from './project.ts';

/** The worker of a project's outbox. It sleeps until it is woken. */
export function outboxOf(project: Project): OutboxWorker {
  const { log } = project.surroundings;
  return new OutboxWorker(
    () => runDue(project, handlersOf(project), Date.now),
    (err) => log.error({ err, project: project.project }, 'the outbox could not be worked on'),
  );
}

/** What is done with the jobs of a project's outbox. */
export function handlersOf(project: Project): Handlers {
  const { issuer, mailer } = project;
  return {
    mail: (job) => deliverMail(mailer, job),
    'password-reset': (job) => mailReset(serverContext(project, 'octavo'), issuer, mailer, job),
  };
}
