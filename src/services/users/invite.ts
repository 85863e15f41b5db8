import { randomUUID } from 'node:crypto';
import { issueToken, type TokenIssuer } from '../../auth/tokens.ts';
import { ApiError } from '../../errors/api-error.ts';
import { brokenRule, violation } from '../../errors/violations.ts';
import type { MailMessage } from '../../mail/message.ts';
import { type Caller, isAdmin, userIdOf } from '../../permissions/caller.ts';
import { accountByEmail } from '../../persistence/accounts.ts';
import type { Context, Scope } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { createOnce, type Done } from '../../persistence/once.ts';
import { openOutbox } from '../../persistence/outbox/enqueue.ts';
import { isMailedEnough } from '../../persistence/outbox/mailed-enough.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { storedValues } from '../../persistence/records.ts';
import { insertRow } from '../../persistence/rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Query } from '../../query/ast.ts';
import { sqlDatetime } from '../../shared/datetime.ts';
import { durationText } from '../../shared/duration-text.ts';
import { addressKey, canonicalAddress } from '../../shared/email.ts';
import { isGiven } from '../../shared/is-given.ts';
import { steadyTime } from '../../shared/steady-time.ts';
import { mailedPage } from '../auth/mailed-page.ts';
import type { ReadResult } from '../items/read.ts';
import { readByKeys } from '../items/read-by-keys.ts';
import { checkAnswer } from '../items/write.ts';
import { enqueueMail, type Mailer } from '../mail/mailer.ts';
import { mailVariables, projectName } from '../mail/variables.ts';

const MINUTES = 30 * 24 * 60;
/**
 * Clients of Directus 8 expect that the mails have been sent when the answer arrives, but a slow mail server must not
 * delay it.
 */
const TIMEOUT_MS = 2000;

/** Whom to invite, and the role of new users. */
interface Invitees {
  readonly email: string | readonly string[];
  readonly role?: number | string | null;
}

/** What sending invitations requires. */
interface Invitations {
  readonly issuer: TokenIssuer;
  readonly mailer: Mailer;
}

/**
 * Invites one or several e-mail addresses: all or none. Each becomes a user with status `invited` and is mailed a link.
 * Users who were invited before get another mail; existing users are left alone. Returns the users. Errors 10, 4.
 * (Contract, U-60 to U-65.)
 */
export async function inviteUsers(
  context: Context,
  invitations: Invitations,
  { email, role }: Invitees,
  query: Query,
): Promise<ReadResult> {
  requireInviter(context.caller);
  const addresses = distinct([email].flat().map(canonicalAddress));
  const given = roleIn(context, role);
  const page = mailedPage(context, 'accept-invite');
  await openOutbox(context.store);
  const result = await createOnce(context, {
    begin: inTransaction,
    write: async (tx: Transaction): Promise<Done<string[]>> => {
      const invited: string[] = [];
      for (const address of addresses)
        invited.push(String(await invite(tx, invitations, { email: address, role: given }, page)));
      checkAnswer(tx, presentCollection(context, 'directus_users'), invited, false, query);
      return { written: invited };
    },
    answer: (source, ids) => readByKeys(source, 'directus_users', ids, query),
  });
  await context.store.outboxSettled(TIMEOUT_MS);
  return Array.isArray(result.data) ? result : { ...result, data: [result.data] };
}

/** Refuses callers who may not invite. Error 10. */
export function requireInviter(caller: Caller): void {
  if (!isAdmin(caller)) throw new ApiError('inviteDenied');
}

/** Removes different spellings of the same address. */
function distinct(addresses: readonly string[]): string[] {
  const keys = addresses.map(addressKey);
  return addresses.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

/** Returns the role for new users; null if none is given. Error 4 if it does not exist. */
function roleIn({ store }: Context, role: Invitees['role']): number | null {
  if (!isGiven(role)) return null;
  const id = Number(role);
  if (!store.catalog.roles.has(id)) throw brokenRule('role', violation.invalid);
  return id;
}

/** The address to invite, and the new user's role. */
interface Invited {
  readonly email: string;
  readonly role: number | null;
}

async function invite(tx: Transaction, invitations: Invitations, invited: Invited, page: string): Promise<number> {
  const { email } = invited;
  const account = await accountByEmail(tx.context.store, email, tx.connection);
  const id = account?.id ?? Number(await insertInvited(tx, invited));
  if (account && account.status !== 'invited') return id;
  const about = `invitation of user ${id}`;
  if (account && (await isMailedEnough(tx.context, about, tx.connection))) return id;
  // The mail goes to the stored address, however the request spelled it.
  const message = await messageOf(tx.context, invitations, { id, email: account?.email ?? email }, page);
  await enqueueMail(tx, message, about);
  return id;
}

function insertInvited(tx: Transaction, { email, role }: Invited) {
  const users = presentCollection(tx.context, 'directus_users');
  return insertRow(tx, users, storedValues(users, { status: 'invited', email, role, external_id: randomUUID() }));
}

async function messageOf(
  context: Scope,
  { issuer, mailer }: Invitations,
  user: { readonly id: number; readonly email: string },
  page: string,
): Promise<MailMessage> {
  const claims = { ...user, date: sqlDatetime(context.now), sender: userIdOf(context.caller) };
  const token = await issueToken(issuer, 'invitation', claims, MINUTES, steadyTime(context.now));
  const variables = {
    ...mailVariables(context.store, context.client.linkUrl),
    token,
    ends_in: durationText(MINUTES),
    invitation_url: `${page}?token=${token}`,
  };
  const bodies = await mailer.templates.renderBoth('user-invitation', variables);
  const subject = `Invitation to ${projectName(context.store)}`;
  return { from: { email: mailer.config.from }, to: [{ email: user.email }], subject, ...bodies };
}
