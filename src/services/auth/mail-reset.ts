import { issueToken, type TokenIssuer } from '../../auth/tokens.ts';
import { type Account, accountByEmail } from '../../persistence/accounts.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import type { DueJob } from '../../persistence/outbox/job.ts';
import { isMailedEnough } from '../../persistence/outbox/mailed-enough.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import { committed } from '../../persistence/source.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { users } from '../../schema/system/users.ts';
import { durationText } from '../../shared/duration-text.ts';
import { steadyTime } from '../../shared/steady-time.ts';
import { asText } from '../../shared/text.ts';
import { enqueueMail, type Mailer } from '../mail/mailer.ts';
import { mailVariables, projectName } from '../mail/variables.ts';
import { withToken } from './with-token.ts';

/** Mails the reset link if the address belongs to an active user; otherwise does nothing. */
export async function mailReset(
  context: Context,
  issuer: TokenIssuer,
  mailer: Mailer,
  { payload }: DueJob,
): Promise<void> {
  const account = await accountByEmail(context.store, asText(payload.email), context.store.database);
  if (account?.status !== 'active') return;
  const about = `new password for user ${account.id}`;
  if (await isMailedEnough(context, about, context.store.database)) return;
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
  const { store, client } = context;
  const user = await readWhole(committed(context), presentCollection(context, users.name), String(account.id));
  const name = [user?.first_name, user?.last_name].filter(Boolean).map(asText).join(' ');
  const variables = {
    ...mailVariables(store, client.linkUrl),
    reset_url: link,
    user_full_name: name,
    ends_in: durationText(store.catalog.settings.tokenMinutes),
  };
  const bodies = await templates.renderBoth('reset-password', variables);
  const subject = `New password for ${projectName(store)}`;
  return { from: { email: config.from }, to: [{ email: account.email }], subject, ...bodies };
}
