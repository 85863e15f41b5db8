import { isAdmin, isView, keyOf, userIdOf } from '../../permissions/caller.ts';
import { isLimited } from '../../permissions/key-rights.ts';
import type { Condition } from '../../persistence/conditions.ts';
import type { Context } from '../../persistence/context.ts';
import { ownerOf } from '../auth/owner.ts';

/** The conditions on the jobs that a caller may see: none for administrators, and ownership for others. Error 108. */
export async function visibleTo(context: Context): Promise<Condition[]> {
  const { caller } = context;
  if (isAdmin(caller)) return [];
  const owner = await ownerOf(context);
  const key = keyOf(caller);
  return [
    ['user', '=', userIdOf(caller)],
    ['external_id', '=', owner?.externalId ?? null],
    // A limited API key shows only the jobs that were created with it. A view shows what the user sees without a key.
    ...(key !== null && isLimited(key) && !isView(caller) ? [['api_key', '=', key.key] as const] : []),
  ];
}
