import { bind, NO_BINDING } from '../../dialects/bind.ts';
import type { Reader } from '../../dialects/dialect.ts';
import type { Store } from '../../persistence/store.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { columnNamed, type Expression, fixed, selectFrom } from '../../query/sql/nodes.ts';
import { addressKey, canonicalAddress } from '../../shared/email.ts';

/** What signing in needs to know of a user; never answered to anybody. */
export interface Account {
  readonly id: number;
  readonly status: string;
  readonly role: number | null;
  readonly email: string;
  readonly password: string | null;
  readonly token: string | null;
  readonly secret: string | null;
  /** Differs between users even where an id is given anew. */
  readonly externalId: string | null;
}

const COLUMNS = ['id', 'status', 'role', 'email', 'password', 'token', '2fa_secret', 'external_id'] as const;

/**
 * The account of an e-mail address, which is compared without case and in its canonical form. A transaction under way
 * reads with its own connection.
 */
export async function accountByEmail(
  store: Store,
  email: string,
  reader: Reader = store.database,
): Promise<Account | null> {
  const forms = [...new Set([email, canonicalAddress(email)])];
  const accounts = await find(store, { type: 'or', of: forms.map(isAddress) }, reader);
  const sameCase = accounts.find((account) => account.email === email);
  return sameCase ?? accounts.find((account) => addressKey(account.email) === addressKey(email)) ?? null;
}

const isAddress = (address: string): Expression => ({
  type: 'like',
  left: columnNamed('email', 'text'),
  pattern: fixed(address.replace(/[!%_]/g, '!$&'), 'text'),
  negated: false,
});

/** The account of an id. */
export async function accountById(store: Store, id: number): Promise<Account | null> {
  const [account] = await find(store, {
    type: 'compare',
    sign: '=',
    left: columnNamed('id', 'integer'),
    right: fixed(id, 'integer'),
  });
  return account ?? null;
}

/** The account of a static token, which is compared byte by byte. */
export async function accountByToken(store: Store, token: string): Promise<Account | null> {
  const accounts = await find(store, {
    type: 'compare',
    sign: '=',
    left: columnNamed('token', 'text'),
    right: fixed(token, 'text'),
  });
  return accounts.find((account) => account.token === token) ?? null;
}

async function find({ dialect, database }: Store, where: Expression, reader: Reader = database): Promise<Account[]> {
  const columns = COLUMNS.map((name) => columnNamed(name, name === 'id' || name === 'role' ? 'integer' : 'text'));
  const rows = await reader.all(
    bind(dialect.printer.select(selectFrom('directus_users', columns, { where })), NO_BINDING),
  );
  return rows.map(([id, status, role, email, password, token, secret, externalId]) => ({
    id: Number(id),
    status: String(status),
    role: role === null ? null : Number(role),
    email: String(email),
    password: password as string | null,
    token: token as string | null,
    secret: secret === '' ? null : (secret as string | null),
    externalId: externalId as string | null,
  }));
}

/** The account as a user object without secrets and personal traces. (Contract, A-41.) */
export function publicUser(user: Item): Item {
  const {
    password,
    token,
    email_notifications,
    last_access_on,
    last_page,
    '2fa_secret': secret,
    password_reset_token,
    ...shown
  } = user;
  return shown;
}
