import { isSame, seal } from '../../auth/seal.ts';
import { issueToken, type TokenIssuer } from '../../auth/tokens.ts';
import { ApiError } from '../../errors/api-error.ts';
import { type Account, accountById } from '../../persistence/accounts.ts';
import type { Context, Scope } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { recordActivity } from '../../persistence/records.ts';
import {
  extendSession,
  findSessionRow,
  insertSession,
  removeSessions,
  type SessionKind,
  type SessionRow,
} from '../../persistence/session-rows.ts';
import type { Store, StoreView } from '../../persistence/store.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Stored } from '../../schema/stored.ts';
import { steadyTime } from '../../shared/steady-time.ts';
import { DAY_MS } from '../../shared/time-units.ts';
import { refuseInactive } from './account-checks.ts';
import { newNonce, printSessionKey, type SessionKey } from './session-token.ts';

const MINUTE_MS = 60_000;
/** The clock difference that is tolerated between servers that share sessions. */
const CLOCKS_DIFFER_MS = MINUTE_MS;

/** How a client carries its session. (Contract, A-40.) */
export type Mode = 'jwt' | 'cookie';

/** A session that has begun: a temporary token or the value of a cookie. */
export interface Opened {
  readonly mode: Mode;
  readonly token: string;
  readonly expires: Date;
}

/** A session whose bearer has been verified. */
export interface Session {
  readonly id: number;
  readonly account: Account;
  /** When the session ends if unused, and when it ends at the latest; milliseconds since 1970. */
  readonly expires: number;
  readonly ends: number;
}

/**
 * Begins a session for an authenticated account, whatever the sign-in method. Records the sign-in, and notifies the
 * auth hooks after the commit.
 */
export async function signIn(tx: Transaction, issuer: TokenIssuer, account: Account, mode: Mode): Promise<Opened> {
  const { id } = account;
  await recordActivity(tx, { action: 'authenticate', collection: 'directus_users', item: String(id), by: id });
  tx.changes.add({ kind: 'sign-in', user: id });
  return openSession(tx, issuer, account, mode);
}

/**
 * Begins a session inside the caller's transaction. The session ends when the user's status, role, password or static
 * token changes, because its row holds a digest of them.
 */
async function openSession(tx: Transaction, issuer: TokenIssuer, account: Account, mode: Mode): Promise<Opened> {
  const { store, now } = tx.context;
  const expires = expiryOf(store, mode, now);
  const key = await sealSession(tx, issuer, account, mode, expires);
  if (mode === 'cookie') return { mode, token: printSessionKey(key), expires };
  return { mode, token: await printJwt(tx.context, issuer, account.id, key), expires };
}

/**
 * Inserts the row of a session, with a digest of the account. The account may have changed since it proved who it is;
 * such a session would begin to work once the former status is back. Errors 103, 106.
 */
export async function sealSession(
  tx: Transaction,
  issuer: TokenIssuer,
  account: Account,
  kind: SessionKind,
  expires: Date,
): Promise<SessionKey> {
  const nonce = newNonce();
  const token = sealOf(issuer, nonce, account);
  const present = await accountById(tx.context.store, account.id, tx.connection);
  if (!present) throw new ApiError('userNotFound');
  if (!isSame(token, sealOf(issuer, nonce, present))) {
    refuseInactive(present);
    throw new ApiError('notAuthenticated');
  }
  return { id: await insertSession(tx, { user: account.id, kind, token, expires }), nonce };
}

/** Issues a temporary token for a session. The token expires with the session at the latest. */
export function printJwt(
  { store, now }: Scope,
  issuer: TokenIssuer,
  user: number,
  { id, nonce }: SessionKey,
  claims: Readonly<Record<string, unknown>> = {},
  ends = Number.POSITIVE_INFINITY,
): Promise<string> {
  const issued = steadyTime(now);
  const left = Math.max(1, Math.floor((ends - issued.getTime()) / MINUTE_MS));
  const minutes = Math.min(store.catalog.settings.tokenMinutes, left);
  return issueToken(issuer, 'auth', { id: user, session: id, nonce, ...claims }, minutes, issued);
}

/** Returns when a session that is used now expires: after the idle time, but never after its end. */
export function expiryOf({ catalog: { settings } }: StoreView, mode: Mode, now: Date, ends?: number): Date {
  const used = steadyTime(now).getTime();
  const minutes = mode === 'cookie' ? settings.sessionMinutes : settings.tokenMinutes;
  return new Date(Math.min(used + minutes * MINUTE_MS, ends ?? used + settings.sessionDays * DAY_MS));
}

/**
 * Returns the session with this key and its account. `expired` if its time is over; null if it has ended or the account
 * has changed.
 */
export async function findSession(
  store: Store,
  issuer: TokenIssuer,
  kind: SessionKind,
  { id, nonce }: SessionKey,
  now: Date,
): Promise<Session | 'expired' | null> {
  const row = await findSessionRow(store, store.database, { id, token_type: kind });
  if (!row) return null;
  const ends = row.created + store.catalog.settings.sessionDays * DAY_MS;
  const isOver = !isUnderWay({ ...row, ends }, steadyTime(now).getTime());
  const account = await accountById(store, row.user, store.database);
  if (!account || !isSame(row.token, sealOf(issuer, nonce, account))) return null;
  return isOver ? 'expired' : { id, account, expires: Math.min(row.expires, ends), ends };
}

/**
 * Whether a session has neither ended nor expired. Must only be asked about one that was verified earlier, because
 * whatever ends a session deletes its row.
 */
export async function isSessionOpen(store: Store, id: number, now: Date): Promise<boolean> {
  const row = await findSessionRow(store, store.database, { id });
  return row !== null && row.expires > steadyTime(now).getTime();
}

/** The user of a session that has not ended, even if it has expired; null if it has ended. */
export async function sessionUser(store: Store, id: number): Promise<number | null> {
  return (await findSessionRow(store, store.database, { id }))?.user ?? null;
}

/** A session with a start in the future was written while a clock was wrong, so its end cannot be trusted. */
function isUnderWay({ created, expires, ends }: SessionRow & { readonly ends: number }, now: number): boolean {
  return created <= now + CLOCKS_DIFFER_MS && expires > now && ends > now;
}

/** Restarts the idle time of a session, but never extends it past its end. */
export function prolong(store: Store, mode: Mode, { id, ends }: Session, now: Date): Promise<void> {
  return extendSession(store, id, expiryOf(store, mode, now, ends));
}

/** Ends the sessions whose columns have these values, in every process. */
export async function endSessions(context: Context, values: Readonly<Record<string, Stored>>): Promise<void> {
  const where = Object.entries(values).map(([name, value]) => [name, '=', value] as const);
  await inTransaction(context, (tx) => removeSessions(tx, where));
}

function sealOf({ secret }: TokenIssuer, nonce: string, account: Account): string {
  const { id, status, role, password, token, externalId } = account;
  return seal(secret, 'session', [nonce, id, status, role, password, token, externalId]);
}
