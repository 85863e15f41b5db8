import { ApiError } from '../../errors/api-error.ts';
import { type Caller, keyOf, SYSTEM } from '../../permissions/caller.ts';
import { type Account, accountById } from '../../persistence/accounts.ts';
import { apiKeysOf, rightsOfKey } from '../../persistence/api-keys.ts';
import type { Context } from '../../persistence/context.ts';
import type { Job, JobOwner } from '../../persistence/jobs/job.ts';
import type { Store } from '../../persistence/store.ts';
import { apiKeys } from '../../schema/internal/api-keys.ts';
import { needs2FA } from './account-checks.ts';
import { userOf } from './account-user.ts';

/** The owner of work that runs later, made from the caller; null for the server itself. Error 108. */
export async function ownerOf({ store, caller }: Context): Promise<JobOwner | null> {
  if (caller.kind === 'system') return null;
  const account = caller.kind === 'user' && (await accountById(store, caller.id, store.database));
  if (!account) throw new ApiError('notAuthenticated');
  return { id: account.id, externalId: account.externalId, apiKey: keyOf(caller)?.key ?? null };
}

/** The caller that an owner is today, with present rights. Error 103. */
export async function presentCaller(store: Store, { owner }: Pick<Job, 'owner'>, now: Date): Promise<Caller> {
  if (owner === null) return SYSTEM;
  const account = await accountById(store, owner.id, store.database);
  if (account?.status !== 'active' || account.externalId !== owner.externalId || needs2FA(store, account))
    throw new ApiError('jobOwnerInactive');
  return userOf(
    store,
    account,
    owner.apiKey === null ? undefined : await presentKey(store, account, owner.apiKey, now),
  );
}

/**
 * The context for work that runs later on behalf of its owner, with present rights. Activity shows where the original
 * request came from. Error 103.
 */
export async function presentContext(
  store: Store,
  { owner, comment, ip, userAgent }: Pick<Job, 'owner' | 'comment' | 'ip' | 'userAgent'>,
  now: Date,
): Promise<Context> {
  return {
    store,
    caller: await presentCaller(store, { owner }, now),
    client: { ip, userAgent, baseUrl: '', linkUrl: null },
    now,
    write: { comment, skipActivity: false },
  };
}

async function presentKey(store: Store, account: Account, id: number, now: Date) {
  const [key] = (await store.hasInternalTable(apiKeys)) ? await apiKeysOf(store, account, store.database, id) : [];
  if (!key || (key.expires !== null && key.expires <= now.getTime())) throw new ApiError('jobOwnerInactive');
  return rightsOfKey(key);
}
