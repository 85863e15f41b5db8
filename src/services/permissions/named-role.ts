import { ApiError } from '../../errors/api-error.ts';
import { isAdmin } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import { committed } from '../../persistence/source.ts';
import { queryWhere } from '../../query/parse/query.ts';
import { asNumber } from '../../shared/text.ts';
import { readList } from '../items/read.ts';

/** The id of a role that an administrator gives by its id or name. Error 3 for others, 203 if there is none. */
export async function namedRole(context: Context, role: string): Promise<number> {
  if (!isAdmin(context.caller)) throw new ApiError('adminOnly');
  const field = /^\d{1,9}$/.test(role) ? 'id' : 'name';
  const { data } = await readList(committed(context), 'directus_roles', queryWhere(field, [role]));
  const [found] = Array.isArray(data) ? data : [];
  if (!found) throw new ApiError('itemWithIdNotFound', { id: role });
  return asNumber(found.id);
}
