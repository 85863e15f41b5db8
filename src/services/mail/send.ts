import type { Throttles } from '../../auth/throttle.ts';
import { ApiError } from '../../errors/api-error.ts';
import { Violations, violation } from '../../errors/violations.ts';
import { cleanBody } from '../../mail/clean-body.ts';
import type { MailAddress, MailMessage } from '../../mail/message.ts';
import { escapeHtml, fillPlaceholders } from '../../mail/placeholders.ts';
import { toText } from '../../mail/to-text.ts';
import { isAdmin, userIdOf } from '../../permissions/caller.ts';
import { accountById } from '../../persistence/accounts.ts';
import type { Context } from '../../persistence/context.ts';
import { createOnce } from '../../persistence/once.ts';
import { openOutbox } from '../../persistence/outbox/enqueue.ts';
import { inTransaction, type Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/validate.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import { addresseesOf } from './addressees.ts';
import { countIdentical } from './flood.ts';
import { enqueueMail, type Mailer } from './mailer.ts';
import { mailVariables, projectName } from './variables.ts';

const MOST_SUBJECT = 255;

/** Sends a mail in the name of the caller, who must be a user (error 108). Errors 4, 12, 7. (Contract, M-1 to M-11.) */
export async function sendMail(
  context: Context,
  mailer: Mailer,
  payload: Payload,
  throttles: Throttles,
): Promise<void> {
  if (context.caller.kind === 'public') throw new ApiError('notAuthenticated');
  validate(payload);
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

function validate({ to, body, subject, type, data }: Payload): void {
  const violations = new Violations();
  if (to === undefined || to === null || to === '' || (Array.isArray(to) && to.length === 0))
    violations.add('to', violation.blank);
  if (body === undefined || body === null || body === '') violations.add('body', violation.blank);
  else if (typeof body !== 'string') violations.add('body', violation.type('string'));
  for (const [name, text] of Object.entries({ subject, type }))
    if (text !== undefined && text !== null && typeof text !== 'string') violations.add(name, violation.type('string'));
  if (typeof subject === 'string' && (/\p{Cc}/u.test(subject) || subject.length > MOST_SUBJECT))
    violations.add('subject', violation.invalid);
  if (data !== undefined && data !== null && typeof data !== 'object') violations.add('data', violation.type('array'));
  violations.throwIfAny();
}

async function messageOf(context: Context, mailer: Mailer, payload: Payload, to: MailAddress[]): Promise<MailMessage> {
  const data = isRecord(payload.data) ? payload.data : {};
  const asIs = (text: string): string => text;
  const subject = fillPlaceholders(asText(payload.subject ?? '') || projectName(context.store), data, asIs);
  const head = {
    from: await senderOf(context, mailer, payload),
    to,
    subject,
  };
  const variables = mailVariables(context.store, context.client.linkUrl);
  const body = asText(payload.body);
  if (payload.type === 'plain') {
    const text = fillPlaceholders(body, data, asIs);
    return { ...head, text: await mailer.templates.render('plain', { ...variables, body: text }) };
  }
  const filled = fillPlaceholders(await cleanBody(body), data, escapeHtml);
  const html = await mailer.templates.render('base', { ...variables, body: filled });
  return { ...head, html, text: toText(html) };
}

/** Returns the caller's address, or the project's if an administrator requests it. */
async function senderOf(context: Context, { config }: Mailer, payload: Payload): Promise<MailAddress> {
  if (payload.use_default_email && isAdmin(context.caller)) return { email: config.from };
  const account = await accountById(context.store, userIdOf(context.caller), context.store.database);
  if (!account) throw new ApiError('notAuthenticated');
  return { email: account.email };
}
