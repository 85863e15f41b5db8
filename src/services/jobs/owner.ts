import { ApiError } from '../../errors/api-error.ts';
import { type Caller, isAdmin, keyOf, SYSTEM, userIdOf } from '../../permissions/caller.ts';
import { isLimited } from '../../permissions/key-rights.ts';
import { type Account, accountById } from '../../persistence/accounts.ts';
import { apiKeysOf, rightsOfKey } from '../../persistence/api-keys.ts';
import type { Context } from '../../persistence/context.ts';
import type { Job, JobOwner } from '../../persistence/jobs/job.ts';
import type { Store } from '../../persistence/store.ts';
import type { Condition } from '../../persistence/table-rows.ts';
import { apiKeys } from '../../schema/internal/api-keys.ts';
import { needs2FA } from '../auth/account-checks.ts';
import { userOf } from '../auth/account-user.ts';

/** Who asks for a job; null for the server itself. Error 108. */
export async function ownerOf({ store, caller }: Context): Promise<JobOwner | null> {
  if (caller.kind === 'system') return null;
  const account = caller.kind === 'user' && (await accountById(store, caller.id, store.database));
  if (!account) throw new ApiError('notAuthenticated');
  return { id: account.id, externalId: account.externalId, apiKey: keyOf(caller)?.key ?? null };
}

/** The creator of a job as a caller, with the rights that the creator has now. Error 103. */
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

/** What is done later on behalf of somebody: as who they are then. Activity shows where the request came from. Error 103. */
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

/** The conditions on the jobs that a caller sees: all for administrators, own ones for others. Error 108. */
export async function visibleTo(context: Context): Promise<Condition[]> {
  const { caller } = context;
  if (isAdmin(caller)) return [];
  const owner = await ownerOf(context);
  const key = keyOf(caller);
  return [
    ['user', '=', userIdOf(caller)],
    ['external_id', '=', owner?.externalId ?? null],
    // A limited key shows nothing of what its user does without it.
    ...(key !== null && isLimited(key) ? [['api_key', '=', key.key] as const] : []),
  ];
}
