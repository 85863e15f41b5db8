import type { User } from '../../../permissions/caller.ts';
import { ADMIN_ROLE, PUBLIC_ROLE } from '../../../permissions/roles.ts';
import { type Account, accountById } from '../../../persistence/accounts.ts';
import type { Store } from '../../../persistence/store.ts';
import { userOf } from '../account-user.ts';
import type { Viewed } from './claims.ts';

/** The caller of a view, or why there can be none. */
export type Shown = User | 'unknown' | 'inactive' | 'administrator' | 'public';

/**
 * The caller that a view shows: the user with the user's present role, or the administrator with another role. A view
 * cannot show an administrator, who sees everything, or the public, which needs no view.
 */
export async function viewedUser(store: Store, viewer: number, { user, role }: Viewed): Promise<Shown> {
  if (user === null) return ofRole(store, viewer, role);
  const account = await accountById(store, user, store.database);
  return account ? ofAccount(store, viewer, account) : 'unknown';
}

function ofRole({ catalog }: Store, viewer: number, role: number): Shown {
  if (role === ADMIN_ROLE) return 'administrator';
  if (role === PUBLIC_ROLE) return 'public';
  return catalog.roles.has(role) ? { kind: 'user', id: viewer, role, viewer } : 'unknown';
}

function ofAccount(store: Store, viewer: number, account: Account): Shown {
  if (account.status !== 'active') return 'inactive';
  const user = userOf(store, account);
  return user.role === ADMIN_ROLE ? 'administrator' : { ...user, viewer };
}
