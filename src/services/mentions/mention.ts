import { userIdOf } from '../../permissions/caller.ts';
import type { Account } from '../../persistence/accounts.ts';
import type { Context } from '../../persistence/context.ts';
import { openOutbox } from '../../persistence/outbox/enqueue.ts';
import { isMailedEnough } from '../../persistence/outbox/mailed-enough.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { mentions } from '../../schema/internal/mentions.ts';
import { users } from '../../schema/system/users.ts';
import { HOUR_MS } from '../../shared/time-units.ts';
import { visibleKeys } from '../items/visible.ts';
import { enqueueMail, type Mailer } from '../mail/mailer.ts';
import { wantsMail } from '../mail/person.ts';
import { type MentionMail, mentionMail } from './message.ts';
import { type ItemAt, readerOf } from './reader.ts';

/** Mentions beyond this number are ignored. */
const MAX_OF_COMMENT = 20;
/** The maximum number of mentions by one author that are mailed per hour; others appear only in Studio. */
const MAX_MAILED = 100;

/** A comment that is about to be stored. */
interface Comment extends ItemAt {
  readonly id: number;
}

/** Records the mentions in a comment, inside the transaction that stores it. */
type Mentioning = (tx: Transaction, comment: Comment) => Promise<void>;

/**
 * Prepares mentions of users by their ids. Users whom the caller may not see, or who may not read the item, are
 * silently left out, so that the answer does not reveal who exists. Error 11 if the database account may not create the
 * tables.
 */
export async function mentioning(context: Context, mailer: Mailer, sent: unknown): Promise<Mentioning> {
  const ids = idsIn(sent).filter((id) => id !== userIdOf(context.caller));
  if (ids.length === 0) return async () => {};
  await context.store.internalTable(mentions);
  await openOutbox(context.store);
  const mail = await mentionMail(context, mailer);
  return async (tx, comment) => {
    const seen = await visibleKeys(tx, presentCollection(context, users.name), ids.map(String));
    for (const id of ids.filter((each) => seen.has(String(each)))) {
      const account = await readerOf(tx, context.store, id, comment);
      if (account) await mention(tx, account, comment, mail);
    }
  };
}

function idsIn(sent: unknown): number[] {
  const ids = Array.isArray(sent) ? sent.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0) : [];
  return [...new Set(ids)].slice(0, MAX_OF_COMMENT);
}

async function mention(tx: Transaction, account: Account, comment: Comment, mail: MentionMail): Promise<void> {
  const { context, connection, changes } = tx;
  const rows = new TableRows(context.store.dialect, mentions);
  const known = await rows.count(connection, [
    ['comment', '=', comment.id],
    ['user', '=', account.id],
  ]);
  if (known > 0) return;
  const by = userIdOf(context.caller);
  const place = { comment: comment.id, collection: comment.collection.name, item: comment.item };
  const user = { user: account.id, external_id: account.externalId };
  await rows.insert(connection, { ...place, ...user, by, created_at: context.now.getTime() });
  changes.add({ kind: 'rows', collection: mentions.name });
  if (await isWelcome(tx, account, by)) await enqueueMail(tx, mail(account, comment), aboutOf(account, by));
}

/** A description for administrators, which also counts the mails. */
const aboutOf = ({ id }: Account, by: number): string => `mention of user ${id} by user ${by}`;

/** Whether the user wants the mail, and neither the user nor anyone else has had too many from this author. */
async function isWelcome({ context, connection }: Transaction, account: Account, by: number): Promise<boolean> {
  const { dialect } = context.store;
  if (!(await wantsMail(context.store, account.id, connection))) return false;
  const lately = await new TableRows(dialect, mentions).count(connection, [
    ['by', '=', by],
    ['created_at', '>', context.now.getTime() - HOUR_MS],
  ]);
  return lately <= MAX_MAILED && !(await isMailedEnough(context, aboutOf(account, by), connection));
}
