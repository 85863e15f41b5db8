import { randomUUID } from 'node:crypto';
import { isAddressEntry, isListed } from '../../auth/ip-list.ts';
import { ApiError } from '../../errors/api-error.ts';
import { ADMIN_ROLE, PUBLIC_ROLE } from '../../permissions/roles.ts';
import { collectionOf } from '../../schema/schema.ts';
import { permissions } from '../../schema/system/permissions.ts';
import { defaultPermissions } from '../../schema/system/seed/role-permissions.ts';
import { users } from '../../schema/system/users.ts';
import { isAdmin } from '../caller.ts';
import type { Context } from '../context.ts';
import type { Payload } from '../items/payload.ts';
import { storedValues } from '../items/record.ts';
import { insertRow } from '../rows.ts';
import { TableRows } from '../table-rows.ts';
import type { Writing } from '../writing.ts';
import type { WriteRules } from './rules.ts';

/** Roles: a new one comes with permissions, the two of the installation stay. (Facts of auth and users, 4.1 and 4.2.) */
export const rolesRules: WriteRules = {
  hidden: { delete: 'itemNotFound' },
  defaults: ({ external_id }) => (external_id ? {} : { external_id: randomUUID() }),
  check(_context, { ip_whitelist: addresses }) {
    const entries = Array.isArray(addresses) ? addresses.map(String) : [];
    const wrong = entries.find((entry) => !isAddressEntry(entry));
    if (wrong !== undefined) throw new ApiError('addressInvalid', { entry: wrong });
  },
  async beforeChange(writing, key, payload) {
    const role = Number(key);
    if (payload === null && [ADMIN_ROLE, PUBLIC_ROLE].includes(role)) throw new ApiError('roleProtected');
    if (payload === null) await withdraw(writing, role);
    else if (role === ADMIN_ROLE) checkAdministratorRole(writing.context, payload);
  },
  async afterCreate(writing, key) {
    const rows = collectionOf(writing.context.store.catalog.schema, 'directus_permissions');
    for (const row of defaultPermissions)
      await insertRow(writing, rows, storedValues(rows, { ...row, role: Number(key) }));
  },
};

/** The administrator role is the administrators', and never changed so that none of them could come from where they are. Errors 302, 12. */
function checkAdministratorRole({ caller, ip }: Context, { ip_whitelist: addresses }: Payload): void {
  if (!isAdmin(caller)) throw new ApiError('updateDenied', { collection: 'directus_roles' });
  const listed = Array.isArray(addresses) ? addresses.filter((entry) => typeof entry === 'string') : [];
  const here = ip === 'localhost' ? ['127.0.0.1', '::1'] : [ip];
  if (caller.kind === 'user' && listed.length > 0 && !here.some((address) => isListed(address, listed)))
    throw new ApiError('roleLocksOut', { ip: here.join(' or ') });
}

/** With a role go its rights: whoever had it has none, and no later role of that id gets them. */
async function withdraw(writing: Writing, role: number): Promise<void> {
  const { connection, context, touched } = writing;
  const { dialect } = context.store;
  await new TableRows(dialect, permissions).delete(connection, [['role', '=', role]]);
  await new TableRows(dialect, users).update(connection, [['role', '=', role]], { role: null });
  touched.add(permissions.name).add(users.name);
}
