import { createHash } from 'node:crypto';
import type { Profile, Provider } from '../../../auth/sso/provider.ts';
import { ApiError } from '../../../errors/api-error.ts';
import { type Account, accountByEmail, accountById } from '../../../persistence/accounts.ts';
import { type TableRow, TableRows } from '../../../persistence/table-rows.ts';
import type { Transaction } from '../../../persistence/transaction.ts';
import { identities } from '../../../schema/internal/sso.ts';
import { takeTurn } from '../single-use.ts';

/**
 * Returns the account for a provider's profile, inside the caller's transaction: the one linked to issuer and subject,
 * or, the first time, the user with the verified address. Never creates a user. The caller checks afterwards whether
 * the user may sign in; if not, the link is rolled back. Error 107.
 */
export async function accountOf(tx: Transaction, provider: Provider, profile: Profile): Promise<Account> {
  const linked = await linkedAccount(tx, keysOf(profile));
  if (linked) return linked;
  const account = await accountByProfile(tx, provider, profile);
  await link(tx, provider, profile, account);
  return account;
}

interface Keys {
  readonly identity: string;
  readonly issuer: string;
}

/** Digests make the parts of an identity compare as bytes, whatever the database's collation. */
function keysOf({ issuer, subject }: Profile): Keys {
  return { identity: digest([issuer, subject]), issuer: digest([issuer]) };
}

const digest = (values: readonly string[]): string => createHash('sha256').update(JSON.stringify(values)).digest('hex');

const rowsOf = ({ context }: Transaction): TableRows => new TableRows(context.store.dialect, identities);

async function linkedAccount(tx: Transaction, { identity }: Keys): Promise<Account | null> {
  const [row] = await rowsOf(tx).find(tx.connection, [['identity', '=', identity]], 'identity', 1);
  const account = row ? await accountById(tx.context.store, Number(row.user), tx.connection) : null;
  return row && account && belongsTo(row, account) ? account : null;
}

/** The database may have reused the id for another user. */
const belongsTo = (row: TableRow, { externalId }: Account): boolean => row.external_id === externalId;

async function accountByProfile(
  { context, connection }: Transaction,
  { name }: Provider,
  profile: Profile,
): Promise<Account> {
  const { email, verified } = profile;
  if (email === null || !verified) throw new ApiError('emailUnverified', { provider: name });
  const account = await accountByEmail(context.store, email, connection);
  if (!account || asciiLower(account.email) !== asciiLower(email)) throw new ApiError('emailNotFound', { email });
  return account;
}

/** Lower-cases ASCII only: letters that merely look alike, or that Unicode folds together, must stay different. */
const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Links an identity to a user. Another account at the same provider cannot take over the user, because providers reuse
 * addresses but not subjects.
 */
async function link(tx: Transaction, provider: Provider, profile: Profile, account: Account): Promise<void> {
  await takeTurn(tx, account.id);
  const { identity, issuer } = keysOf(profile);
  const { connection, context } = tx;
  const rows = rowsOf(tx);
  const ofUser = [['user', '=', account.id] as const, ['issuer', '=', issuer] as const];
  const [present] = await rows.find(connection, ofUser, 'identity', 1);
  if (present && belongsTo(present, account)) {
    if (present.identity === identity) return;
    throw new ApiError('identityTaken', { provider: provider.name });
  }
  await rows.delete(connection, ofUser);
  await rows.delete(connection, [['identity', '=', identity]]);
  const made = { external_id: account.externalId, provider: provider.name, linked_at: context.now.getTime() };
  await rows.insert(connection, { identity, issuer, user: account.id, ...made });
}
