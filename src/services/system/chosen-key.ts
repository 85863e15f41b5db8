import { ApiError } from '../../errors/api-error.ts';
import { isAdmin } from '../../permissions/caller.ts';
import type { Scope } from '../../persistence/context.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { isGiven } from '../../shared/is-given.ts';

/**
 * Refuses a new item whose key a caller other than an administrator has chosen. It could be the key of a deleted item,
 * which owner fields, settings and related items still name. Error 305. (Contract, P-91.)
 */
export function refuseChosenKey({ caller }: Scope, collection: string, { id }: Payload): void {
  if (isGiven(id) && !isAdmin(caller)) throw new ApiError('fieldWriteDenied', { field: 'id', collection });
}
