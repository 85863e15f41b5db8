import { ADMIN_ROLE } from '../../permissions/roles.ts';
import type { Catalog } from '../../persistence/catalog.ts';

/** The settings for the role and status of users that non-administrators create. */
export const ROLE_SETTING = 'octavo_registration_role';
export const STATUS_SETTING = 'octavo_registration_status';

/** The role and status of a user whom a non-administrator creates. */
interface Registration {
  readonly role: number;
  readonly status: string;
}

/** Such users cannot sign in until an administrator approves them. */
const WAITING = 'draft';

/** Returns the project's registration settings; null if they name no existing role. */
export function registrationOf(catalog: Catalog): Registration | null {
  const { values } = catalog.settings;
  const role = registrationRole(catalog, values.get(ROLE_SETTING));
  const status = values.get(STATUS_SETTING) ?? '';
  return role === null ? null : { role, status: userStatuses(catalog).includes(status) ? status : WAITING };
}

/** Returns the id of a role that non-administrators may assign; null for any other text. */
export function registrationRole({ roles }: Catalog, text: string | null | undefined): number | null {
  const role = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : ADMIN_ROLE;
  return role !== ADMIN_ROLE && roles.has(role) ? role : null;
}

/** Returns the user statuses of a project. */
export function userStatuses({ schema }: Catalog): string[] {
  return [...(schema.collections.get('directus_users')?.status?.statuses.keys() ?? [])];
}
