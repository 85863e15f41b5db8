import type { Collection } from './collection.ts';
import type { Level, Permissions } from './permissions.ts';

/** The caller, and the role whose rights apply. */
interface Caller {
  readonly id: number;
  readonly role: { readonly id: number };
}

/**
 * The lowest level that covers an item: `mine` for the caller's own, `role` for those of users with the same role. If the
 * owner is not known, perhaps because the role may not read the field, the caller's level is assumed to be sufficient.
 */
export function levelFor(
  { fields, isSystem }: Collection,
  values: Readonly<Record<string, unknown>>,
  caller: Caller,
): Level {
  const field = fields.find(({ type }) => type === 'owner');
  const owner = field && !isSystem ? values[field.name] : undefined;
  const { id, role } = personOf(owner);
  if (id === undefined || id === caller.id) return 'mine';
  return id === null || (role !== undefined && role !== caller.role.id) ? 'full' : 'role';
}

/** A user as far as it was read: only the key, or an item. */
function personOf(owner: unknown): { readonly id?: unknown; readonly role?: unknown } {
  return typeof owner === 'object' && owner !== null ? owner : { id: owner };
}

const ROLE = { collection: 'directus_users', name: 'role' };

/** The paths that lists have to read in addition to these, to know the owners of items. */
export function ownerPaths(
  { name, fields, isSystem }: Collection,
  permissions: Permissions,
  paths: readonly string[],
): readonly string[] {
  const field = fields.find(({ type }) => type === 'owner');
  if (!field || isSystem || permissions.isAdministrator || !permissions.mayRead(field)) return [];
  if (permissions.goesByRole(name) && permissions.may('read', ROLE.collection) && permissions.mayRead(ROLE))
    return [`${field.name}.id`, `${field.name}.role`];
  return paths.some((path) => path.startsWith(`${field.name}.`)) ? [] : [field.name];
}
