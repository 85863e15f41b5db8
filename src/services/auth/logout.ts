import { ApiError } from '../../errors/api-error.ts';
import { isAdmin, SYSTEM, userIdOf } from '../../permissions/caller.ts';
import { accountById } from '../../persistence/accounts.ts';
import type { Context } from '../../persistence/context.ts';
import { committed, onBehalfOf } from '../../persistence/source.ts';
import { EVERYTHING, restrict } from '../../query/parse/query.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { sqlDatetime } from '../../shared/datetime.ts';
import { asText } from '../../shared/text.ts';
import { readList } from '../items/read.ts';
import { endSessions } from './sessions.ts';

/** Ends the session that the request belongs to, if any. */
export async function logout(context: Context, session: number | null): Promise<void> {
  if (session !== null) await endSessions(context, { id: session });
}

/** Ends one or all sessions of a user. Only the user and administrators may. Error 10. */
export async function logoutUser(context: Context, user: string, session?: string): Promise<void> {
  if (!isAdmin(context.caller) && user !== String(userIdOf(context.caller))) throw new ApiError('notOwnSessions');
  const keys = [user, ...(session === undefined ? [] : [session])];
  if (!keys.every((key) => /^\d{1,9}$/.test(key))) return;
  await endSessions(context, { user: Number(user), ...(session !== undefined && { id: Number(session) }) });
}

/** The live sessions of a user. Only the user and administrators may list them. Errors 10, 203. (Contract, A-67.) */
export async function sessionsOf(context: Context, user: string, current: number | null): Promise<Item[]> {
  if (!isAdmin(context.caller) && user !== String(userIdOf(context.caller))) throw new ApiError('notOwnSessions');
  const isThere = /^\d{1,9}$/.test(user) && (await accountById(context.store, Number(user), context.store.database));
  if (!isThere) throw new ApiError('itemNotFound');
  return liveSessions(context, user, current);
}

/** Returns the caller's live sessions without their secrets. `current` marks the session of this request. */
export const ownSessions = (context: Context, current: number | null): Promise<Item[]> =>
  liveSessions(context, String(userIdOf(context.caller)), current);

async function liveSessions(context: Context, user: string, current: number | null): Promise<Item[]> {
  const own = restrict(EVERYTHING, 'user', [user]);
  const query = restrict(own, 'token_type', ['jwt', 'cookie']);
  const { data } = await readList(onBehalfOf(committed(context), SYSTEM), 'directus_user_sessions', {
    ...query,
    limit: -1,
  });
  const now = sqlDatetime(context.now);
  const live = (Array.isArray(data) ? data : []).filter(({ token_expired_at: end }) => asText(end) > now);
  return live.map(({ token: _token, ...shown }) => ({ ...shown, current: shown.id === current }));
}
