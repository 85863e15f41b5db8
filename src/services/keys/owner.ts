import { ApiError } from '../../errors/api-error.ts';
import { isAdmin, keyOf, userIdOf } from '../../permissions/caller.ts';
import { type Account, accountById } from '../../persistence/accounts.ts';
import { type ApiKey, apiKeysOf } from '../../persistence/api-keys.ts';
import type { Context, Scope } from '../../persistence/context.ts';
import type { Source } from '../../persistence/source.ts';
import { apiKeys } from '../../schema/internal/api-keys.ts';

/**
 * Returns the account whose keys a caller manages: the caller's own, or, for administrators, anybody's. Requests with
 * an API key are refused. Errors 108, 10, 3, 203.
 */
export async function ownerOf(context: Context, user: string): Promise<Account> {
  requireManager(context, user);
  const account = /^\d{1,9}$/.test(user) && (await accountById(context.store, Number(user), context.store.database));
  if (!account) throw new ApiError('itemNotFound');
  return account;
}

function requireManager({ caller }: Scope, user: string): void {
  if (caller.kind === 'public') throw new ApiError('notAuthenticated');
  if (keyOf(caller) !== null) throw new ApiError('apiKeyRefused');
  if (!isAdmin(caller) && user !== String(userIdOf(caller))) throw new ApiError('adminOnly');
}

/** Refuses with error 203 if the table of keys does not exist. Only creating a key creates the table. */
export async function requireKeys({ store }: Context): Promise<void> {
  if (!(await store.hasInternalTable(apiKeys))) throw new ApiError('apiKeyNotFound');
}

/** Returns a key of an account. Error 203. */
export async function keyOfAccount({ context, reader }: Source, account: Account, id: string): Promise<ApiKey> {
  const [key] = /^\d{1,9}$/.test(id) ? await apiKeysOf(context.store, account, reader, Number(id)) : [];
  if (!key) throw new ApiError('apiKeyNotFound');
  return key;
}
