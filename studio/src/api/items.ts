import { type Items, type Octavo, OctavoError, type Untyped } from '@octavo/client';
import { t } from '../i18n/messages.ts';

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

/** The items of a collection of the project or of the system. */
export function itemsOf(client: Octavo<Untyped>, collection: string): Items<Untyped, string> {
  const name = SYSTEM[collection as keyof typeof SYSTEM];
  return name ? (client[name] as unknown as Items<Untyped, string>) : client.items(collection);
}

/** The path of a collection's items below the project's address. */
export function pathOf(collection: string): string {
  const name = SYSTEM[collection as keyof typeof SYSTEM];
  return name ? `/${name}` : `/items/${encodeURIComponent(collection)}`;
}

/** No address can name the item with this key. Handled like a refusal by the server. */
export class UnnameableKey extends OctavoError {
  constructor() {
    super(400, [{ code: null, message: t('list.unnameable') }]);
  }
}

/**
 * The key, if an address can name its item. Throws {@link UnnameableKey}: a path with a comma names the items on both
 * sides of it, and browsers resolve `.` and `..`.
 */
export function nameable(key: string): string {
  if (/,|^\.{1,2}$/.test(key)) throw new UnnameableKey();
  return key;
}

/** A key as a segment of a path. Throws {@link UnnameableKey}. */
export const keySegment = (key: string): string => encodeURIComponent(nameable(key));
