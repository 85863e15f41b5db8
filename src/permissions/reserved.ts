import { named } from '../shared/named.ts';
import type { Action } from './action.ts';

const WRITES: readonly Action[] = ['create', 'update', 'delete'];

/**
 * Actions on system collections that only administrators may perform, whatever a role's permissions say: with them, a
 * user could become an administrator.
 */
const ACTIONS = named<readonly Action[]>({
  directus_activity: ['update', 'delete'],
  directus_collections: WRITES,
  directus_migrations: WRITES,
  directus_permissions: WRITES,
  directus_revisions: WRITES,
  directus_user_sessions: WRITES,
  directus_webhooks: WRITES,
});

/** Fields that only administrators may write in collections that others may write. (Contract, P-91.) */
const FIELDS = named<readonly string[]>({
  directus_activity: ['action', 'action_by', 'action_on', 'ip', 'user_agent', 'collection', 'item'],
  directus_files: ['private_hash'],
  directus_roles: ['ip_whitelist', 'enforce_2fa', 'external_id'],
  directus_users: ['role', 'token', 'status', 'external_id', 'password_reset_token'],
});

/** Whether only administrators may perform an action on a collection. */
export function isReserved(collection: string, action: Action): boolean {
  return ACTIONS[collection]?.includes(action) === true;
}

/** Whether only administrators may write a field. */
export function isReservedField(collection: string, field: string): boolean {
  return FIELDS[collection]?.includes(field) === true;
}

/** The system collections that hold data to work with, rather than the configuration of the project. */
const WORKED_WITH: ReadonlySet<string> = new Set([
  'directus_activity',
  'directus_collection_presets',
  'directus_files',
  'directus_folders',
  'directus_users',
]);

/** Whether a system collection configures the project. */
export function configures(collection: string): boolean {
  return collection.startsWith('directus_') && !WORKED_WITH.has(collection);
}
