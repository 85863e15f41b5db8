import type { Reader } from '../dialects/dialect.ts';
import type { Item } from '../query/shape/decoder.ts';
import { users } from '../schema/system/users.ts';
import { addressKey, canonicalAddress } from '../shared/email.ts';
import type { Condition } from './conditions.ts';
import { numberIn, textIn } from './row-values.ts';
import type { StoreView } from './store.ts';
import { type TableRow, TableRows } from './table-rows.ts';

/** The columns of a user that sign-in needs; never returned to a client. */
export interface Account {
  readonly id: number;
  readonly status: string;
  readonly role: number | null;
  readonly email: string;
  readonly password: string | null;
  readonly token: string | null;
  readonly secret: string | null;
  /** Identifies the user, because ids may be reused for other users. */
  readonly externalId: string | null;
}

const COLUMNS = ['id', 'status', 'role', 'email', 'password', 'token', '2fa_secret', 'external_id'];

/** The account with an e-mail address, compared case-insensitively and in canonical form. */
export async function accountByEmail(store: StoreView, email: string, reader: Reader): Promise<Account | null> {
  const forms = [...new Set([email, canonicalAddress(email)])];
  const accounts = await find(store, { any: forms.map((form) => ['email', 'like', form] as const) }, reader);
  const sameCase = accounts.find((account) => account.email === email);
  return sameCase ?? accounts.find((account) => addressKey(account.email) === addressKey(email)) ?? null;
}

/** The account with an id. */
export async function accountById(store: StoreView, id: number, reader: Reader): Promise<Account | null> {
  const [account] = await find(store, ['id', '=', id], reader);
  return account ?? null;
}

/** The account with a static token, compared byte by byte. */
export async function accountByToken(store: StoreView, token: string, reader: Reader): Promise<Account | null> {
  const accounts = await find(store, ['token', '=', token], reader);
  return accounts.find((account) => account.token === token) ?? null;
}

async function find({ dialect }: StoreView, condition: Condition, reader: Reader): Promise<Account[]> {
  const rows = await new TableRows(dialect, users).find(reader, [condition], [], null, { columns: COLUMNS });
  return rows.map(toAccount);
}

function toAccount(row: TableRow): Account {
  return {
    id: Number(row.id),
    status: String(row.status),
    role: numberIn(row, 'role'),
    email: String(row.email),
    password: textIn(row, 'password'),
    token: textIn(row, 'token'),
    secret: textIn(row, '2fa_secret') || null,
    externalId: textIn(row, 'external_id'),
  };
}

/** The user object of a sign-in. (Contract, A-41.) */
export function publicUser(user: Item): Item {
  const { token, email_notifications, last_access_on, last_page, ...shown } = user;
  return withheld(shown);
}

/** A user object that no access token guards: its tokens read as null. (Contract, A-41 and U-66.) */
export function withheld({ password, ...user }: Item): Item {
  const tokens = ['token', 'password_reset_token'].filter((name) => name in user);
  return { ...user, ...Object.fromEntries(tokens.map((name) => [name, null])) };
}
