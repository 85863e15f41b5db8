import { ADMIN_ROLE } from '../../permissions/roles.ts';
import type { Catalog } from '../../persistence/store.ts';

/** Names of the settings that say what becomes of users whom no administrator creates. */
export const ROLE_SETTING = 'octavo_registration_role';
export const STATUS_SETTING = 'octavo_registration_status';

/** What users are whom somebody creates who is no administrator. */
interface Registration {
  readonly role: number;
  readonly status: string;
}

/** Until an administrator looks at them, such users cannot sign in. */
const WAITING = 'draft';

/** What the settings of a project say of it; null where they name no role that is there. */
export function registrationOf(catalog: Catalog): Registration | null {
  const { values } = catalog.settings;
  const role = registrationRole(catalog, values.get(ROLE_SETTING));
  const status = values.get(STATUS_SETTING) ?? '';
  return role === null ? null : { role, status: userStatuses(catalog).includes(status) ? status : WAITING };
}

/** The id of a role that others than administrators may give; null for any other text. */
export function registrationRole({ roles }: Catalog, text: string | null | undefined): number | null {
  const role = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : ADMIN_ROLE;
  return role !== ADMIN_ROLE && roles.has(role) ? role : null;
}

/** The statuses that users have in a project. */
export function userStatuses({ schema }: Catalog): string[] {
  return [...(schema.collections.get('directus_users')?.status?.statuses.keys() ?? [])];
}
