import type { Reader } from '../dialects/dialect.ts';
import type { Collection } from '../schema/collection.ts';
import { collectionOf } from '../schema/schema.ts';
import type { Stored } from '../schema/stored.ts';
import { userSessions } from '../schema/system/user-sessions.ts';
import { sqlDatetime } from '../shared/datetime.ts';
import { steadyTime } from '../shared/steady-time.ts';
import { asText } from '../shared/text.ts';
import { DAY_MS } from '../shared/time-units.ts';
import type { Condition } from './conditions.ts';
import { insertRow } from './rows.ts';
import type { Store, StoreView } from './store.ts';
import { type TableRow, TableRows } from './table-rows.ts';
import type { Transaction } from './transaction.ts';

/**
 * The kinds of rows in `directus_user_sessions`: sessions by token and by cookie, request tokens that may begin a
 * session, used one-time passwords, and used sign-in attempts through a provider.
 */
export type SessionKind = 'jwt' | 'cookie' | 'request' | 'otp' | 'sso';

/** The kinds that give access. The others mark something as used, and must stay until it expires. */
const GIVING_ACCESS: readonly SessionKind[] = ['jwt', 'cookie', 'request'];

export interface SessionRow {
  readonly user: number;
  /** A digest, never the secret that the client holds. */
  readonly token: string;
  /** When the session began, and when it ends if unused; milliseconds since 1970. */
  readonly created: number;
  readonly expires: number;
}

/** Expired rows are removed once per this many new rows, a day after they have expired. */
const SWEEP = 50;

function sessionsOf({ catalog }: StoreView): Collection {
  return collectionOf(catalog.schema, 'directus_user_sessions');
}

/** Returns the row whose columns have these values; null if there is none. */
export async function findSessionRow(
  store: StoreView,
  reader: Reader,
  values: Readonly<Record<string, Stored>>,
): Promise<SessionRow | null> {
  const conditions = Object.entries(values).map(([name, value]) => [name, '=', value] as const);
  const [row] = await rowsOf(store).find(reader, conditions, 'id', 1);
  return row ? toSession(row) : null;
}

function toSession({ user, token, created_on: created, token_expired_at: expires }: TableRow): SessionRow {
  return {
    user: Number(user),
    token: String(token),
    created: timeOf(created),
    expires: timeOf(expires),
  };
}

const timeOf = (stored: unknown): number => Date.parse(`${asText(stored).replace(' ', 'T')}Z`);

/** Inserts a row that expires and returns its id. Removes rows that expired long ago, now and then. */
export async function insertSession(
  tx: Transaction,
  row: { readonly user: number; readonly kind: SessionKind; readonly token: string; readonly expires: Date },
): Promise<number> {
  const { context } = tx;
  const values = new Map<string, Stored>([
    ['user', row.user],
    ['token_type', row.kind],
    ['token', row.token],
    ['ip_address', context.client.ip],
    ['user_agent', context.client.userAgent.slice(0, 255)],
    ['created_on', sqlDatetime(steadyTime(context.now))],
    ['token_expired_at', sqlDatetime(row.expires)],
  ]);
  const id = Number(await insertRow(tx, sessionsOf(context.store), values));
  if (id % SWEEP === 0) await removeExpired(tx);
  return id;
}

/** Deletes the rows that give access and fulfil all conditions. The sessions end in every process. */
export async function removeSessions(tx: Transaction, where: readonly Condition[]): Promise<void> {
  await rowsOf(tx.context.store).delete(tx.connection, [['token_type', 'in', GIVING_ACCESS], ...where]);
  // The identity cache is cleared when users change.
  tx.changes.add({ kind: 'rows', collection: 'directus_users' });
}

/** Requests with a long body may still be arriving in sessions that have just expired. */
async function removeExpired({ context, connection }: Transaction): Promise<void> {
  const yesterday = sqlDatetime(new Date(context.now.getTime() - DAY_MS));
  await rowsOf(context.store).delete(connection, [['token_expired_at', '<', yesterday]]);
}

/** Sets when a session expires, in its own transaction. */
export async function extendSession(store: Store, id: number, expires: Date): Promise<void> {
  await rowsOf(store).update(store.database, [['id', '=', id]], { token_expired_at: sqlDatetime(expires) });
}

const rowsOf = ({ dialect }: StoreView): TableRows => new TableRows(dialect, userSessions);
