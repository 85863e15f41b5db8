import type { Items, Octavo, Untyped } from '@octavo/client';

/** The system collections that have paths of their own. */
const SYSTEM = {
  directus_users: 'users',
  directus_files: 'files',
  directus_folders: 'folders',
  directus_roles: 'roles',
  directus_activity: 'activity',
  directus_revisions: 'revisions',
  directus_collection_presets: 'collection_presets',
  directus_settings: 'settings',
  directus_webhooks: 'webhooks',
  directus_permissions: 'permissions',
} as const;

/** The items of a collection, whether it is the project's own or the system's. */
export function itemsOf(client: Octavo<Untyped>, collection: string): Items<Untyped, string> {
  const name = SYSTEM[collection as keyof typeof SYSTEM];
  return name ? (client[name] as unknown as Items<Untyped, string>) : client.items(collection);
}

/** The path of a collection's items below the project's address. */
export function pathOf(collection: string): string {
  const name = SYSTEM[collection as keyof typeof SYSTEM];
  return name ? `/${name}` : `/items/${encodeURIComponent(collection)}`;
}
