import { userIdOf } from '../../permissions/caller.ts';
import { accountByToken } from '../../persistence/accounts.ts';
import type { Store } from '../../persistence/store.ts';
import type { Identity } from './identity.ts';
import { isSessionOpen } from './sessions.ts';

/**
 * Whether what a long request was sent with is still valid: its session has not ended, or its static token has not been
 * replaced. Does not extend the session. API keys are checked with the rights of their owner.
 */
export async function isStillValid(
  store: Store,
  { caller, viewer, session, key }: Identity,
  token: string | null,
  now: Date,
): Promise<boolean> {
  if (session !== null) return isSessionOpen(store, session, now);
  if (key !== null || token === null) return true;
  const account = await accountByToken(store, token, store.database);
  return account?.id === userIdOf(viewer ?? caller);
}
