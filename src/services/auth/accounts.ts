import { bind, NO_BINDING } from '../../dialects/bind.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { columnNamed, type Expression, fixed, selectFrom } from '../../query/sql/nodes.ts';
import type { Store } from '../store.ts';

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

/** The account of an e-mail address, which is compared without case. */
export async function accountByEmail(store: Store, email: string): Promise<Account | null> {
  const accounts = await find(store, {
    type: 'like',
    left: columnNamed('email', 'text'),
    pattern: fixed(email.replace(/[!%_]/g, '!$&'), 'text'),
    negated: false,
  });
  return accounts.find((account) => account.email.toLowerCase() === email.toLowerCase()) ?? null;
}

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

async function find({ dialect, database }: Store, where: Expression): Promise<Account[]> {
  const columns = COLUMNS.map((name) => columnNamed(name, name === 'id' || name === 'role' ? 'integer' : 'text'));
  const rows = await database.all(
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

/** The account as a user object without secrets and personal traces. (Facts of auth and users, section 2.2.) */
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
