import { randomUUID } from 'node:crypto';
import { isAddressEntry } from '../../auth/ip-list.ts';
import { ApiError } from '../../errors/api-error.ts';
import { ADMIN_ROLE, PUBLIC_ROLE } from '../../permissions/roles.ts';
import { collectionOf } from '../../schema/schema.ts';
import { defaultPermissions } from '../../schema/system/seed/role-permissions.ts';
import { storedValues } from '../items/record.ts';
import { insertRow } from '../rows.ts';
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
  async beforeChange(_writing, key, payload) {
    if (payload === null && [ADMIN_ROLE, PUBLIC_ROLE].includes(Number(key))) throw new ApiError('roleProtected');
  },
  async afterCreate(writing, key) {
    const permissions = collectionOf(writing.context.store.catalog.schema, 'directus_permissions');
    for (const row of defaultPermissions)
      await insertRow(writing, permissions, storedValues(permissions, { ...row, role: Number(key) }));
  },
};
