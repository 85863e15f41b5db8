import type { Throttles } from '../../auth/throttle.ts';
import { ApiError } from '../../errors/api-error.ts';
import { cleanBody } from '../../mail/clean-body.ts';
import type { MailAddress, MailMessage } from '../../mail/message.ts';
import { escapeHtml, fillPlaceholders } from '../../mail/placeholders.ts';
import { toText } from '../../mail/to-text.ts';
import { isAdmin, userIdOf } from '../../permissions/caller.ts';
import { accountById } from '../../persistence/accounts.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { createOnce } from '../../persistence/once.ts';
import { openOutbox } from '../../persistence/outbox/enqueue.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { isRecord } from '../../shared/is-record.ts';
import { addresseesOf } from './addressees.ts';
import { countIdentical } from './flood.ts';
import { enqueueMail, type Mailer } from './mailer.ts';
import { mailVariables, projectName } from './variables.ts';

/** A mail as it is sent by a client. */
interface RequestedMail {
  readonly to: unknown;
  readonly body: string;
  readonly subject?: string | null;
  readonly type?: string | null;
  readonly data?: unknown;
  readonly use_default_email?: unknown;
}

/** Sends a mail in the name of the caller, who must be a user (error 108). Errors 12, 7. (Contract, M-1 to M-11.) */
export async function sendMail(
  context: Context,
  mailer: Mailer,
  payload: RequestedMail,
  throttles: Throttles,
): Promise<void> {
  if (context.caller.kind === 'public') throw new ApiError('notAuthenticated');
  const to = await addresseesOf(context, payload.to);
  const message = await messageOf(context, mailer, payload, to);
  await countIdentical(context, throttles, message);
  await openOutbox(context.store);
  const about = `mail of user ${userIdOf(context.caller)} to ${to.map(({ email }) => email).join(', ')}`;
  await createOnce(context, {
    begin: inTransaction,
    write: async (tx: Transaction) => ({ written: await enqueueMail(tx, message, about) }),
    answer: async () => null,
  });
}

async function messageOf(
  context: Context,
  mailer: Mailer,
  payload: RequestedMail,
  to: MailAddress[],
): Promise<MailMessage> {
  const data = isRecord(payload.data) ? payload.data : {};
  const asIs = (text: string): string => text;
  const subject = fillPlaceholders(payload.subject || projectName(context.store), data, asIs);
  const head = {
    from: await senderOf(context, mailer, payload),
    to,
    subject,
  };
  const variables = mailVariables(context.store, context.client.linkUrl);
  const { body } = payload;
  if (payload.type === 'plain') {
    const text = fillPlaceholders(body, data, asIs);
    return { ...head, text: await mailer.templates.render('plain', { ...variables, body: text }) };
  }
  // The values are cleaned, too: they may be the addresses of links.
  const filled = await cleanBody(fillPlaceholders(body, data, escapeHtml));
  const html = await mailer.templates.render('base', { ...variables, body: filled });
  return { ...head, html, text: toText(html) };
}

/** Returns the caller's address, or the project's if an administrator requests it. */
async function senderOf(context: Context, { config }: Mailer, payload: RequestedMail): Promise<MailAddress> {
  if (payload.use_default_email && isAdmin(context.caller)) return { email: config.from };
  const account = await accountById(context.store, userIdOf(context.caller), context.store.database);
  if (!account) throw new ApiError('notAuthenticated');
  return { email: account.email };
}
