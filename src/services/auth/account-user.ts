import type { User } from '../../permissions/caller.ts';
import type { KeyRights } from '../../permissions/key-rights.ts';
import { PUBLIC_ROLE } from '../../permissions/roles.ts';
import type { Account } from '../../persistence/accounts.ts';
import type { StoreView } from '../../persistence/store.ts';

/** The caller for an account, with the rights of an API key. If the role no longer exists, it is that of the public. */
export function userOf(store: StoreView, { id, role }: Account, key?: KeyRights): User {
  const holds = role !== null && store.catalog.roles.has(role);
  return { kind: 'user', id, role: holds ? role : PUBLIC_ROLE, ...(key && { key }) };
}
