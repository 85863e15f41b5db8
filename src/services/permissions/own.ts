import { ACTIONS, type Action } from '../../permissions/action.ts';
import { isView, keyOf, roleOf, SYSTEM } from '../../permissions/caller.ts';
import { isLimited, type KeyRights, permitsLimited } from '../../permissions/key-rights.ts';
import { ADMIN_ROLE } from '../../permissions/roles.ts';
import type { Context } from '../../persistence/context.ts';
import { committed, onBehalfOf } from '../../persistence/source.ts';
import { queryWhere } from '../../query/parse/query.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { asText } from '../../shared/text.ts';
import { readList } from '../items/read.ts';

/**
 * Returns the permissions of the caller's role, even if the role may not read permissions. A view shows those of the
 * viewed user, so that a client offers the same actions. (Contract, P-21 to P-23 and A-155.)
 */
export async function ownPermissions(context: Context): Promise<Item[]> {
  const key = keyOf(context.caller);
  return key && isLimited(key) && !isView(context.caller) ? permittedBy(context, key) : ofRole(context);
}

async function ofRole(context: Context): Promise<Item[]> {
  const role = roleOf(context.caller);
  const { data } = await readList(
    onBehalfOf(committed(context), SYSTEM),
    'directus_permissions',
    queryWhere('role', [String(role)]),
  );
  const rows = Array.isArray(data) ? data.map(shown) : [];
  return rows.length === 0 && role === ADMIN_ROLE ? [ADMINISTRATOR] : rows;
}

/** Returns the permissions for one collection: a single row, a list if they depend on the status, or an empty list. */
export async function permissionsOfMe(context: Context, collection: string): Promise<Item | Item[]> {
  const rows = (await ownPermissions(context)).filter((row) => row.collection === collection);
  const [first] = rows;
  return first && rows.length === 1 && first.status === null ? first : rows;
}

/** The status list is shown in its stored form. */
function shown(row: Item): Item {
  const list = row.status_blacklist;
  return { ...row, status_blacklist: Array.isArray(list) && list.length > 0 ? list.map(asText).join(',') : null };
}

/** The permissions of the role, limited by an API key. Those of an administrator are full. */
async function permittedBy(context: Context, key: KeyRights): Promise<Item[]> {
  const { schema } = context.store.catalog;
  const rows = (await ofRole(context)).flatMap((row) =>
    row.collection === null ? [...schema.collections.keys()].map((name) => ({ ...FULL, collection: name })) : [row],
  );
  const permitted = (row: Item, action: Action): boolean => permitsLimited(key, asText(row.collection), action);
  return rows
    .filter((row) => ACTIONS.some((action) => permitted(row, action)))
    .map((row) => ({
      ...row,
      ...Object.fromEntries(ACTIONS.map((action) => [action, permitted(row, action) ? row[action] : 'none'])),
      comment: permitted(row, 'update') ? row.comment : 'none',
    }));
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

const FULL: Item = { ...ADMINISTRATOR, create: 'full', read: 'full', update: 'full', delete: 'full', comment: 'full' };
