import type { Action } from '../../permissions/action.ts';
import type { Tag } from '../../wire/wire.ts';
import type { ApiModel } from '../model.ts';
import type { Template } from './templates.ts';

/** The caller of a document, as far as it affects routes. */
export interface Reader {
  readonly isAdmin: boolean;
  readonly isPublic: boolean;
}

/** System collections whose permissions apply to the routes of a group. */
const COLLECTIONS: Partial<Readonly<Record<Tag, string>>> = {
  activity: 'directus_activity',
  collections: 'directus_collections',
  fields: 'directus_fields',
  files: 'directus_files',
  folders: 'directus_folders',
  permissions: 'directus_permissions',
  presets: 'directus_collection_presets',
  relations: 'directus_relations',
  revisions: 'directus_revisions',
  roles: 'directus_roles',
  settings: 'directus_settings',
  users: 'directus_users',
  webhooks: 'directus_webhooks',
};

/** The groups that applications need; documents of the complete system contain all groups. */
const OF_APPLICATIONS: ReadonlySet<Tag> = new Set([
  'assets',
  'auth',
  'files',
  'folders',
  'graphql',
  'items',
  'project',
  'revisions',
  'users',
]);

/** Whether a document of applications shows a route. */
export const isOfApplications = ({ route }: Template): boolean =>
  route.wire.tags.some((tag) => OF_APPLICATIONS.has(tag));

/** The action on items that a method stands for. */
export function actionOf(method: string): Action {
  if (method === 'GET') return 'read';
  if (method === 'DELETE') return 'delete';
  return method === 'POST' ? 'create' : 'update';
}

/**
 * Whether a caller may use a route that does not belong to a collection: the route admits the caller, and permissions
 * allow something.
 */
export function mayUse({ route }: Template, model: ApiModel, { isAdmin, isPublic }: Reader): boolean {
  const { access, freeFor, method, wire } = route;
  if (isAdmin) return true;
  if (access === 'admin' || access === 'superAdmin' || (access === 'authenticated' && isPublic)) return false;
  if (freeFor) return freeFor === 'everybody' || !isPublic;
  const collections = wire.tags.flatMap((tag) => COLLECTIONS[tag] ?? []);
  return collections.every((name) => model.get(name)?.actions.has(actionOf(method)));
}
