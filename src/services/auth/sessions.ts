import { isSame, seal } from '../../auth/seal.ts';
import { issueToken, type TokenIssuer } from '../../auth/tokens.ts';
import type { Stored } from '../../schema/field-type.ts';
import type { Context } from '../context.ts';
import { recordActivity } from '../items/record.ts';
import { deleteRows } from '../rows.ts';
import type { Store } from '../store.ts';
import { inTransaction, type Writing } from '../writing.ts';
import { type Account, accountById } from './accounts.ts';
import { extendSession, findSessionRow, insertSession, type SessionKind } from './session-rows.ts';
import { newNonce, printSessionKey, type SessionKey } from './session-token.ts';
import { tellSignedIn } from './telling.ts';

const MINUTE_MS = 60_000;

/** How a client carries its session. (Specification, "Authentication".) */
export type Mode = 'jwt' | 'cookie';

/** A session that has begun: a temporary token, or the value of a cookie. */
export interface Opened {
  readonly mode: Mode;
  readonly token: string;
  readonly expires: Date;
}

/** A session whose bearer has been verified. */
export interface Session {
  readonly id: number;
  readonly account: Account;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Begins a session of somebody who has shown who they are, in whatever way; records it, and has the hooks told. */
export async function signIn(writing: Writing, issuer: TokenIssuer, account: Account, mode: Mode): Promise<Opened> {
  const { id } = account;
  await recordActivity(writing, { action: 'authenticate', collection: 'directus_users', item: String(id), by: id });
  tellSignedIn(writing, id);
  return openSession(writing, issuer, account, mode);
}

/**
 * Begins a session of an account, inside the transaction under way. It ends by itself as soon as the user's status,
 * role, password or static token change, since its row holds a digest of them.
 */
async function openSession(writing: Writing, issuer: TokenIssuer, account: Account, mode: Mode): Promise<Opened> {
  const { store, now } = writing.context;
  const expires = expiryOf(store, mode, now);
  const key = await sealSession(writing, issuer, account, mode, expires);
  if (mode === 'cookie') return { mode, token: printSessionKey(key), expires };
  return { mode, token: await printJwt(writing.context, issuer, account.id, key), expires };
}

/** Writes the row of a session, with a digest of the account. */
export async function sealSession(
  writing: Writing,
  issuer: TokenIssuer,
  account: Account,
  kind: SessionKind,
  expires: Date,
): Promise<SessionKey> {
  const nonce = newNonce();
  const token = sealOf(issuer, nonce, account);
  return { id: await insertSession(writing, { user: account.id, kind, token, expires }), nonce };
}

/** A temporary token of a session. */
export function printJwt(
  { store, now }: Context,
  issuer: TokenIssuer,
  user: number,
  { id, nonce }: SessionKey,
  claims: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const minutes = store.catalog.settings.tokenMinutes;
  return issueToken(issuer, 'auth', { id: user, session: id, nonce, ...claims }, minutes, now);
}

/** When a session that is used now ends. */
export function expiryOf({ catalog: { settings } }: Store, mode: Mode, now: Date): Date {
  const minutes = mode === 'cookie' ? settings.sessionMinutes : settings.tokenMinutes;
  return new Date(now.getTime() + minutes * MINUTE_MS);
}

/** The session of a key, with its account; null where it has ended, or the account is not what it was. */
export async function findSession(
  store: Store,
  issuer: TokenIssuer,
  kind: SessionKind,
  { id, nonce }: SessionKey,
  now: Date,
): Promise<Session | null> {
  const row = await findSessionRow(store, store.database, { id, token_type: kind });
  if (!row || !(row.expires > now.getTime())) return null;
  const account = await accountById(store, row.user);
  if (!account || !isSame(row.token, sealOf(issuer, nonce, account))) return null;
  return { id, account, expires: row.expires };
}

/** Lets a session last as if it had begun now. */
export function prolong(store: Store, mode: Mode, id: number, now: Date): Promise<void> {
  return extendSession(store, id, expiryOf(store, mode, now));
}

/** Ends the sessions in whose rows the given columns have the given values, in every process. */
export async function endSessions(context: Context, values: Readonly<Record<string, Stored>>): Promise<void> {
  await inTransaction(context, async (writing) => {
    await deleteRows(writing, 'directus_user_sessions', new Map(Object.entries(values)), 'integer');
    // Who has been verified is remembered by users.
    writing.touched.add('directus_users');
  });
}

function sealOf({ secret }: TokenIssuer, nonce: string, account: Account): string {
  const { id, status, role, password, token, externalId } = account;
  return seal(secret, 'session', [nonce, id, status, role, password, token, externalId]);
}
