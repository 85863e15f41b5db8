import { unprocessable } from '../../errors/unprocessable.ts';
import type { MailAddress } from '../../mail/message.ts';
import { type Account, accountById } from '../../persistence/accounts.ts';
import type { Context } from '../../persistence/context.ts';
import { isEmail } from '../../shared/email.ts';
import { isRecord } from '../../shared/is-record.ts';

/** The maximum number of addressees per request. */
const MAX_ADDRESSEES = 100;

/**
 * Resolves the attribute `to`: ids of active users, addresses, objects with e-mail and name, or a list of these. Error
 * 12. (Contract, M-2 and M-8.)
 */
export async function addresseesOf(context: Context, to: unknown): Promise<MailAddress[]> {
  const entries: unknown[] = Array.isArray(to) ? to : [to];
  if (entries.length > MAX_ADDRESSEES) throw unprocessable(`A mail has at most ${MAX_ADDRESSEES} addressees`);
  return Promise.all(entries.map((entry) => addresseeOf(context, entry)));
}

async function addresseeOf(context: Context, entry: unknown): Promise<MailAddress> {
  if (isRecord(entry)) return named(entry);
  if (typeof entry === 'number' || (typeof entry === 'string' && /^\d+$/.test(entry)))
    return userAddress(await activeUser(context, Number(entry)));
  if (typeof entry === 'string' && isEmail(entry)) return { email: entry };
  throw unprocessable('An addressee is an e-mail address, the id of a user, or an object');
}

function named({ email, name }: Readonly<Record<string, unknown>>): MailAddress {
  if (typeof email !== 'string' || typeof name !== 'string' || !isEmail(email))
    throw unprocessable('An addressee that is an object has an e-mail address and a name');
  return { email, name };
}

async function activeUser({ store }: Context, id: number): Promise<Account> {
  const account = Number.isSafeInteger(id) ? await accountById(store, id, store.database) : null;
  if (account?.status !== 'active') throw unprocessable('Unable to find some users');
  return account;
}

const userAddress = ({ email }: Account): MailAddress => ({ email });
