import type { FieldAccess } from '../../permissions/policy.ts';
import type { Account } from '../../persistence/accounts.ts';
import type { StoreView } from '../../persistence/store.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { users } from '../../schema/system/users.ts';
import { userOf } from './account-user.ts';

const STANDARD: ReadonlySet<string> = new Set(users.columns.map(({ name }) => name));

/**
 * A user object as far as the user's role may read its fields. Those that every project has are shown even to a role
 * that may not read users, because clients need them after a sign-in.
 */
export function withOwnFields(store: StoreView, account: Account, user: Item): Item {
  const policy = store.catalog.policy(userOf(store, account)).collection(users.name);
  const isShown = ([name]: readonly [string, unknown]): boolean =>
    (STANDARD.has(name) || policy.allows('read')) && isReadable(policy.readable(name), account);
  return Object.fromEntries(Object.entries(user).filter(isShown));
}

function isReadable(access: FieldAccess, { status }: Account): boolean {
  return access.kind !== 'never' && !(access.kind === 'statuses' && access.hiddenIn.includes(status));
}
