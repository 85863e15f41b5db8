import type { MailVariables } from '../../mail/templates.ts';
import { type Account, accountById } from '../../persistence/accounts.ts';
import type { Context } from '../../persistence/context.ts';
import type { DueJob } from '../../persistence/outbox/job.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { committed, onBehalfOf } from '../../persistence/source.ts';
import type { TaskNews } from '../../persistence/tasks.ts';
import { users } from '../../schema/system/users.ts';
import { userOf } from '../auth/account-user.ts';
import { visibleKeys } from '../items/visible.ts';
import { type Mailer, sendMail } from '../mail/mailer.ts';
import { nameOfUser, wantsMail } from '../mail/person.ts';
import { studioLink } from '../mail/studio-link.ts';
import { mailVariables, projectName } from '../mail/variables.ts';
import { readerOf } from '../mentions/reader.ts';

/** The payload of a task's entry in the outbox. */
interface News {
  readonly to: number;
  readonly externalId: string | null;
  readonly by: number;
  readonly news: TaskNews;
  readonly collection: string;
  readonly item: string;
  readonly due: number | null;
  readonly serverUrl: string | null;
}

/** Sentences that say what has happened, and who did it. */
const SENTENCES: Readonly<Record<TaskNews, (who: string) => string>> = {
  asked: (who) => `${who} asks you to look at something.`,
  done: (who) => `${who} has done what you asked for.`,
  declined: (who) => `${who} has declined what you asked for.`,
  ended: () => 'Something that you asked for is over: the item has another status, or is gone.',
};

/**
 * Mails the news about a task to a recipient, as far as the recipient may know them at the time of the delivery.
 * Recipients who are no longer active or may no longer read the item get nothing. The mail contains neither the note
 * nor anything of the item. (Contract, N-36.)
 */
export async function deliverTaskNews(context: Context, mailer: Mailer, job: DueJob): Promise<void> {
  const news = job.payload as unknown as News;
  const { store } = context;
  const account = await accountById(store, news.to, store.database);
  if (account?.status !== 'active' || account.externalId !== news.externalId) return;
  const isReader = await mayRead(context, account, news);
  if (!isReader && news.news !== 'ended') return;
  if (!(await wantsMail(store, account.id, store.database))) return;
  await sendMail(mailer, await messageOf(context, mailer, account, { ...news, isReader }));
}

async function mayRead(context: Context, account: Account, { collection: name, item }: News): Promise<boolean> {
  const collection = context.store.catalog.schema.collections.get(name);
  return !!collection && (await readerOf(committed(context), context.store, account.id, { collection, item })) !== null;
}

async function messageOf(
  context: Context,
  { config, templates }: Mailer,
  account: Account,
  { isReader, ...news }: News & { readonly isReader: boolean },
) {
  const { store } = context;
  const sentence = SENTENCES[news.news](await authorFor(context, account, news.by));
  const variables: MailVariables = {
    ...mailVariables(store, news.serverUrl),
    headline: news.news === 'asked' ? 'You are asked for something' : 'What became of what you asked for',
    sentence,
    due:
      news.news === 'asked' && news.due !== null
        ? `${new Date(news.due).toISOString().slice(0, 16).replace('T', ' ')} UTC`
        : null,
    item_url: isReader && news.serverUrl !== null ? studioLink(store, news.serverUrl, news) : null,
  };
  const bodies = await templates.renderBoth('task', variables);
  const subject = `${sentence.replace(/\.$/, '')} in ${projectName(store)}`;
  return { from: { email: config.from }, to: [{ email: account.email }], subject, ...bodies };
}

/** The name of the author, if the recipient of the mail may see that user. */
async function authorFor(context: Context, account: Account, by: number): Promise<string> {
  const source = onBehalfOf(committed(context), userOf(context.store, account));
  const seen = await visibleKeys(source, presentCollection(context, users.name), [String(by)]);
  return seen.has(String(by)) ? nameOfUser(context.store, by) : 'Somebody';
}
