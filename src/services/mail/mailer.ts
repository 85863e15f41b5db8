import type { MailConfig } from '../../mail/mail-config.ts';
import type { MailAddress, MailMessage } from '../../mail/message.ts';
import type { MailTemplates } from '../../mail/templates.ts';
import { isPermanent, type MailTransport } from '../../mail/transport.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { enqueue } from '../../persistence/outbox/enqueue.ts';
import { type DueJob, PermanentFailure } from '../../persistence/outbox/job.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { messageOf } from '../../shared/message-of.ts';

const MAX_HEADER = 500;

/** What a project needs to compose and send mails. */
export interface Mailer {
  readonly config: MailConfig;
  readonly templates: MailTemplates;
  readonly transport: MailTransport;
}

/** Puts a mail into the outbox. `subject` describes it to administrators, instead of the mail's own subject. */
export function enqueueMail(tx: Transaction, message: MailMessage, subject: string): Promise<void> {
  return enqueue(tx, { kind: 'mail', subject, payload: { message: withPlainHeaders(message) } });
}

/**
 * Replaces line breaks and control characters with spaces, because the names of projects and people go into headers.
 */
function withPlainHeaders({ subject, from, to, ...bodies }: MailMessage): MailMessage {
  return { ...bodies, subject: plain(subject), from: plainAddress(from), to: to.map(plainAddress) };
}

const plain = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').slice(0, MAX_HEADER);
const plainAddress = ({ email, name }: MailAddress): MailAddress =>
  name === undefined ? { email } : { email, name: plain(name) };

/**
 * Sends a mail from the outbox to the mail server. Empty mails are never sent. If the server refuses some of the
 * addressees, a mail to these is added to the outbox, because the others must not get it again.
 */
export async function deliverMail(context: Context, mailer: Mailer, { payload, subject }: DueJob): Promise<void> {
  const message = payload.message as MailMessage;
  const refused = await sendMail(mailer, message);
  if (refused.length === 0) return;
  const rest = { ...message, to: refused.map((email) => ({ email })) };
  await inTransaction(context, (tx) => enqueueMail(tx, rest, `again to ${refused.join(', ')}: ${subject}`));
}

/**
 * Sends a mail that is composed at the time of its delivery. Returns the addresses for which the mail server has refused
 * it. Throws a {@link PermanentFailure} if it is refused for good and for all.
 */
export async function sendMail({ transport }: Mailer, sent: MailMessage): Promise<readonly string[]> {
  const message = withPlainHeaders(sent);
  if (![message.text, message.html].some((body) => body?.trim())) throw new PermanentFailure('the mail has no content');
  try {
    return await transport.send(message);
  } catch (error) {
    if (isPermanent(error)) throw new PermanentFailure(messageOf(error));
    throw error;
  }
}
