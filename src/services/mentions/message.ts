import type { MailMessage } from '../../mail/message.ts';
import { userIdOf } from '../../permissions/caller.ts';
import type { Account } from '../../persistence/accounts.ts';
import type { Context } from '../../persistence/context.ts';
import type { Mailer } from '../mail/mailer.ts';
import { nameOfUser } from '../mail/person.ts';
import { studioLink } from '../mail/studio-link.ts';
import { mailVariables, projectName } from '../mail/variables.ts';
import type { ItemAt } from './reader.ts';

/** The mail to a user who is mentioned in a comment on an item. */
export type MentionMail = (account: Account, at: ItemAt) => MailMessage;

/** A placeholder for the link while the mail is rendered, which happens before the transaction. */
const LINK = 'https://link.invalid/';

/**
 * Prepares the mail about a mention by the caller. It contains only the author and the link, nothing of the comment or
 * the item: its recipient may no longer be allowed to see them.
 */
export async function mentionMail(context: Context, { config, templates }: Mailer): Promise<MentionMail> {
  const { store, client } = context;
  const { linkUrl } = client;
  const leads = store.surroundings.studio && linkUrl !== null;
  const author = await nameOfUser(store, userIdOf(context.caller));
  const variables = { ...mailVariables(store, linkUrl), author, item_url: leads ? LINK : null };
  const { html, text } = await templates.renderBoth('mention', variables);
  const from = { email: config.from };
  const subject = `${author} mentioned you in ${projectName(store)}`;
  return ({ email }, at) => {
    const link = studioLink(store, linkUrl ?? '', { collection: at.collection.name, item: at.item });
    return { from, to: [{ email }], subject, html: html.replaceAll(LINK, link), text: text.replaceAll(LINK, link) };
  };
}
