import { randomUUID } from 'node:crypto';
import { isAddressEntry, isListed } from '../../auth/ip-list.ts';
import { ApiError } from '../../errors/api-error.ts';
import { invalid } from '../../errors/violations.ts';
import { isAdmin } from '../../permissions/caller.ts';
import { ADMIN_ROLE, PUBLIC_ROLE } from '../../permissions/roles.ts';
import type { Scope } from '../../persistence/context.ts';
import { removeItemRules } from '../../persistence/item-rules.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { storedValues } from '../../persistence/records.ts';
import { insertRow } from '../../persistence/rows.ts';
import { removeSessions } from '../../persistence/session-rows.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { permissions } from '../../schema/system/permissions.ts';
import { defaultPermissions } from '../../schema/system/seed/role-permissions.ts';
import { users } from '../../schema/system/users.ts';
import { isGiven } from '../../shared/is-given.ts';
import { forgetPresets } from './presets.ts';
import type { WriteRules } from './rules.ts';

/** Each request of the role is compared with all of them. */
const MAX_ADDRESSES = 1_000;

/**
 * The rules of roles. A new role gets default permissions; the two built-in roles cannot be deleted. (Contract, U-70 to
 * U-74.)
 */
export const rolesRules: WriteRules = {
  hidden: { delete: 'itemNotFound' },
  defaults: ({ external_id }) => (external_id ? {} : { external_id: randomUUID() }),
  check(_context, { ip_whitelist: addresses }) {
    const entries = Array.isArray(addresses) ? addresses.map(String) : [];
    if (entries.length > MAX_ADDRESSES)
      throw invalid('ip_whitelist', `a list of at most ${MAX_ADDRESSES} addresses, networks and ranges`);
    const wrong = entries.find((entry) => !isAddressEntry(entry));
    if (wrong !== undefined) throw new ApiError('addressInvalid', { entry: wrong });
  },
  async beforeChange(tx, key, payload) {
    const role = Number(key);
    if (payload === null && [ADMIN_ROLE, PUBLIC_ROLE].includes(role)) throw new ApiError('roleProtected');
    if (payload === null) await withdraw(tx, role);
    else if (role === ADMIN_ROLE) checkAdministratorRole(tx.context, payload);
  },
  async afterCreate(tx, key, { id }) {
    await forgetPresets(tx, 'role', key);
    // The engine gives no id a second time.
    if (isGiven(id)) await removeRights(tx, Number(key));
    const rows = presentCollection(tx.context, 'directus_permissions');
    for (const row of defaultPermissions) await insertRow(tx, rows, storedValues(rows, { ...row, role: Number(key) }));
  },
};

/**
 * Only administrators may change the administrator role, and never in a way that locks out their own address. Errors
 * 302, 12.
 */
function checkAdministratorRole({ caller, client: { ip } }: Scope, { ip_whitelist: addresses }: Payload): void {
  if (!isAdmin(caller)) throw new ApiError('updateDenied', { collection: 'directus_roles' });
  const listed = Array.isArray(addresses) ? addresses.filter((entry) => typeof entry === 'string') : [];
  const here = ip === 'localhost' ? ['127.0.0.1', '::1'] : [ip];
  if (caller.kind === 'user' && listed.length > 0 && !here.some((address) => isListed(address, listed)))
    throw new ApiError('roleLocksOut', { ip: here.join(' or ') });
}

/** The most users whose sessions one statement ends. */
const MEMBERS_AT_ONCE = 500;

/**
 * Removes a role's permissions and rules, unassigns its users, and ends their sessions, so that no later role with the
 * same id inherits them.
 */
async function withdraw(tx: Transaction, role: number): Promise<void> {
  const { connection, context, changes } = tx;
  const { dialect } = context.store;
  const members = new TableRows(dialect, users);
  await removeRights(tx, role);
  const ids = await members.find(connection, [['role', '=', role]], 'id', null, { columns: ['id'] });
  for (let from = 0; from < ids.length; from += MEMBERS_AT_ONCE)
    await removeSessions(tx, [['user', 'in', ids.slice(from, from + MEMBERS_AT_ONCE).map(({ id }) => Number(id))]]);
  await members.update(connection, [['role', '=', role]], { role: null });
  changes.add({ kind: 'rows', collection: users.name });
}

/**
 * Removes the permissions and rules of a role. A new one may have some of a former role with its id, which the undo of
 * a schema change has restored.
 */
async function removeRights(tx: Transaction, role: number): Promise<void> {
  const { connection, context, changes } = tx;
  await new TableRows(context.store.dialect, permissions).delete(connection, [['role', '=', role]]);
  await removeItemRules(tx, (rule) => rule.role === role);
  changes.add({ kind: 'rows', collection: permissions.name });
}
