import { setTimeout } from 'node:timers/promises';
import type { Throttles } from '../../auth/throttle.ts';
import { issueToken, type TokenIssuer } from '../../auth/tokens.ts';
import { rateLimitsOf } from '../../config/rate-limits.ts';
import { Violations, violation } from '../../errors/violations.ts';
import { toText } from '../../mail/to-text.ts';
import type { Context } from '../../persistence/context.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import { inTransaction, type Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/validate.ts';
import { collectionOf } from '../../schema/schema.ts';
import { users } from '../../schema/system/users.ts';
import { isEmail } from '../../shared/email.ts';
import { steadyTime } from '../../shared/steady-time.ts';
import { asText } from '../../shared/text.ts';
import { readWhole } from '../items/read.ts';
import { isMailedEnough } from '../mail/flood.ts';
import { enqueueMail, type Mailer } from '../mail/mailer.ts';
import { mailVariables, projectName } from '../mail/variables.ts';
import { enqueue, openOutbox } from '../outbox/enqueue.ts';
import type { DueJob } from '../outbox/job.ts';
import { type Account, accountByEmail } from './accounts.ts';
import { requireAllowedUrl } from './allowed-url.ts';
import { accountKey } from './guesses.ts';
import { ownUrl } from './own-url.ts';
import { withToken } from './with-token.ts';

/** When the answer comes, whatever is found out meanwhile; the mail has left by then, unless its server is slow. */
const ANSWER_MS = 500;

/**
 * Has a link to choose a new password mailed. Whether there is such a user is found out afterwards, so that neither
 * the answer nor its time tells. Errors 4, 7. (Contract, A-80 to A-83.)
 */
export async function requestReset(
  context: Context,
  { email, reset_url: url }: Payload,
  throttles: Throttles,
): Promise<void> {
  const answer = setTimeout(ANSWER_MS);
  const violations = new Violations();
  if (email === undefined || email === null || email === '') violations.add('email', violation.blank);
  else if (typeof email !== 'string' || !isEmail(email)) violations.add('email', violation.email);
  if (url !== undefined && url !== null && typeof url !== 'string')
    violations.add('reset_url', violation.type('string'));
  violations.throwIfAny();
  const target = url ? requireAllowedUrl(context, 'reset_url', asText(url)).href : null;
  const { passwordRequests } = rateLimitsOf(context.store.config);
  await throttles
    .of('password-requests', passwordRequests)
    .take(`${context.store.project}|${accountKey(asText(email))}`);
  const page = target ?? `${ownUrl(context)}/admin/#/reset-password`;
  await openOutbox(context.store);
  const job = {
    kind: 'password-reset',
    subject: 'request of a new password',
    payload: { email, page, own: target === null },
  } as const;
  await inTransaction(context, (tx) => enqueue(tx, job));
  await answer;
}

/** Mails the link to an active user; does nothing for any other address. */
export async function mailReset(
  context: Context,
  issuer: TokenIssuer,
  mailer: Mailer,
  { payload }: DueJob,
): Promise<void> {
  const account = await accountByEmail(context.store, asText(payload.email));
  if (account?.status !== 'active') return;
  const about = `new password for user ${account.id}`;
  if (await isMailedEnough(context, about)) return;
  const claims = { id: account.id, email: account.email };
  const token = await issueToken(
    issuer,
    'reset_password',
    claims,
    context.store.catalog.settings.tokenMinutes,
    steadyTime(context.now),
  );
  const link = withToken(asText(payload.page), token) + (payload.own ? `&project=${context.store.project}` : '');
  const message = await messageOf(context, mailer, account, link);
  await inTransaction(context, async (tx) => {
    await rememberToken(tx, account.id, token);
    await enqueueMail(tx, message, about);
  });
}

async function rememberToken({ context, connection }: Transaction, user: number, token: string): Promise<void> {
  const rows = new TableRows(context.store.dialect, users);
  await rows.update(connection, [['id', '=', user]], { password_reset_token: token });
}

async function messageOf(context: Context, { config, templates }: Mailer, account: Account, link: string) {
  const { store, linkUrl } = context;
  const user = await readWhole(
    context,
    store.database,
    collectionOf(store.catalog.schema, users.name),
    String(account.id),
  );
  const name = [user?.first_name, user?.last_name].filter(Boolean).map(asText).join(' ');
  const variables = { ...mailVariables(store, linkUrl), reset_url: link, user_full_name: name };
  const html = await templates.render('reset-password', variables);
  const to = [{ email: account.email }];
  return {
    from: { email: config.from },
    to,
    subject: `New password for ${projectName(store)}`,
    html,
    text: toText(html),
  };
}
