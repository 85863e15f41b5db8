import { roleOf, SYSTEM } from '../../permissions/caller.ts';
import { ADMIN_ROLE } from '../../permissions/roles.ts';
import type { Context } from '../../persistence/context.ts';
import { committed, onBehalfOf } from '../../persistence/source.ts';
import { queryWhere } from '../../query/parse/query.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { asText } from '../../shared/text.ts';
import { readList } from '../items/read.ts';

/** The permissions of the caller's role, whatever the role may read. (Contract, P-21 to P-23.) */
export async function ownPermissions(context: Context): Promise<Item[]> {
  const role = roleOf(context.caller);
  const { data } = await readList(
    onBehalfOf(committed(context), SYSTEM),
    'directus_permissions',
    queryWhere('role', [String(role)]),
  );
  const rows = Array.isArray(data) ? data.map(shown) : [];
  return rows.length === 0 && role === ADMIN_ROLE ? [ADMINISTRATOR] : rows;
}

/** Those of one collection: the row, a list where they go by status, or an empty list. */
export async function permissionsOfMe(context: Context, collection: string): Promise<Item | Item[]> {
  const rows = (await ownPermissions(context)).filter((row) => row.collection === collection);
  const [first] = rows;
  return first && rows.length === 1 && first.status === null ? first : rows;
}

/** The list of statuses is shown as it is stored. */
function shown(row: Item): Item {
  const list = row.status_blacklist;
  return { ...row, status_blacklist: Array.isArray(list) && list.length > 0 ? list.map(asText).join(',') : null };
}

const ADMINISTRATOR: Item = {
  id: null,
  collection: null,
  role: ADMIN_ROLE,
  status: null,
  create: null,
  read: null,
  update: null,
  delete: null,
  comment: null,
  explain: null,
  read_field_blacklist: [],
  write_field_blacklist: [],
  status_blacklist: null,
};
