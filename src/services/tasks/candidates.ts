import { PUBLIC_ROLE } from '../../permissions/roles.ts';
import type { Context } from '../../persistence/context.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { committed } from '../../persistence/source.ts';
import { parseParameters } from '../../query/parse/parameters.ts';
import { parseQuery } from '../../query/parse/query.ts';
import { asNumber, asText } from '../../shared/text.ts';
import { itemsOrNone } from '../items/items-or-none.ts';
import { readList } from '../items/read.ts';
import { mentionable } from '../mentions/candidates.ts';
import type { ItemAt } from '../mentions/reader.ts';
import { readersAmong } from './asked.ts';

/** Who can be asked about an item. */
interface Askable {
  readonly users: Awaited<ReturnType<typeof mentionable>>;
  readonly roles: readonly { readonly id: number; readonly name: string }[];
}

/** How many roles are checked, and how many are returned. */
const LOOKED_AT = 30;
const MAX_CANDIDATES = 8;
/** How many users of a role are checked to find one who may read the item. */
const SAMPLE = 3;

/**
 * The users and roles that the caller may see and that may read the item. `search` is the beginning of a name. Errors
 * 200, 203. (Contract, N-35.)
 */
export async function askable(context: Context, name: string, item: string, search: string): Promise<Askable> {
  const users = await mentionable(context, name, item, search);
  const collection = presentCollection(context, name);
  return { users, roles: await rolesNamed(context, { collection, item }, search) };
}

async function rolesNamed(context: Context, at: ItemAt, search: string): Promise<Askable['roles']> {
  const found: { id: number; name: string }[] = [];
  for (const role of await rolesSeen(context, search)) {
    if (found.length >= MAX_CANDIDATES) break;
    const readers = await readersAmong(committed(context), { kind: 'role', id: role.id }, at, SAMPLE);
    if (readers.length > 0) found.push(role);
  }
  return found;
}

/** Empty if the caller may not read roles. */
async function rolesSeen(context: Context, search: string): Promise<Askable['roles']> {
  const query = parseQuery(parseParameters(`limit=-1&fields=id,name&sort=name,id`));
  const items = await itemsOrNone(() => readList(committed(context), 'directus_roles', query));
  const start = search.trim().toLowerCase();
  return items
    .map(({ id, name }) => ({ id: asNumber(id), name: asText(name ?? '') }))
    .filter(({ id, name }) => id !== PUBLIC_ROLE && name.toLowerCase().startsWith(start))
    .slice(0, LOOKED_AT);
}
