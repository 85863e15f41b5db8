import type { MailConfig } from '../../mail/mail-config.ts';
import type { MailMessage } from '../../mail/message.ts';
import type { MailTemplates } from '../../mail/templates.ts';
import { isPermanent, type MailTransport } from '../../mail/transport.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { type DueJob, PermanentFailure } from '../outbox/job.ts';
import type { Writing } from '../writing.ts';

/** What a project needs to write and send mails. */
export interface Mailer {
  readonly config: MailConfig;
  readonly templates: MailTemplates;
  readonly transport: MailTransport;
}

/** Puts a mail into the outbox. `subject` says to administrators what it is, instead of the mail's own subject. */
export function enqueueMail(writing: Writing, message: MailMessage, subject: string): Promise<void> {
  return enqueue(writing, { kind: 'mail', subject, payload: { message } });
}

/** Hands a mail of the outbox over to the mail server. */
export async function deliverMail({ transport }: Mailer, { payload }: DueJob): Promise<void> {
  try {
    await transport.send(payload.message as MailMessage);
  } catch (error) {
    if (isPermanent(error)) throw new PermanentFailure(error instanceof Error ? error.message : String(error));
    throw error;
  }
}
