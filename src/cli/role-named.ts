import { ConfigError } from '../config/config-error.ts';
import type { Context } from '../persistence/context.ts';
import { committed } from '../persistence/source.ts';
import { queryWhere } from '../query/parse/query.ts';
import { readList } from '../services/items/read.ts';
import { asNumber } from '../shared/text.ts';

/** The id of the role with an id or a name. Throws {@link ConfigError} if there is none. */
export async function roleNamed(context: Context, role: string): Promise<number> {
  const field = /^\d+$/.test(role) ? 'id' : 'name';
  const { data } = await readList(committed(context), 'directus_roles', queryWhere(field, [role]));
  const [found] = Array.isArray(data) ? data : [];
  if (!found) throw new ConfigError(`there is no role "${role}"`);
  return asNumber(found.id);
}
