import { isAdmin, keyOf, userIdOf } from '../../permissions/caller.ts';
import { type Compared, covers } from '../../permissions/covers.ts';
import { PUBLIC_ROLE } from '../../permissions/roles.ts';
import type { Scope } from '../../persistence/context.ts';
import type { Item } from '../../query/shape/decoder.ts';

/**
 * Whether the caller has authority over a user's sign-in: administrators over everyone, users over themselves, and
 * users over others whose role allows nothing that the caller's role does not. An API key does not count as its user
 * here.
 */
export function hasAuthorityOver({ store, caller }: Scope, user: Item): boolean {
  if (isAdmin(caller)) return true;
  if (user.id === userIdOf(caller) && keyOf(caller) === null) return true;
  const { catalog } = store;
  const role = typeof user.role === 'number' ? user.role : PUBLIC_ROLE;
  const compared = Array.from(
    catalog.schema.collections.values(),
    ({ name, fields, status }): Compared => ({ name, fields, statuses: [...(status?.statuses.keys() ?? [])] }),
  );
  return covers(catalog.policy(caller), catalog.policies.of(role), compared);
}
