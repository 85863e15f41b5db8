import { fieldsRules } from './fields.ts';
import { filesRules } from './files.ts';
import { foldersRules } from './folders.ts';
import { permissionsRules } from './permissions.ts';
import { presetsRules } from './presets.ts';
import { relationsRules } from './relations.ts';
import { rolesRules } from './roles.ts';
import type { WriteRules } from './rules.ts';
import { settingsRules } from './settings.ts';
import { usersRules } from './users.ts';
import { webhooksRules } from './webhooks.ts';

const byCollection: ReadonlyMap<string, WriteRules> = new Map([
  ['directus_users', usersRules],
  ['directus_files', filesRules],
  ['directus_folders', foldersRules],
  ['directus_roles', rolesRules],
  ['directus_relations', relationsRules],
  ['directus_permissions', permissionsRules],
  ['directus_fields', fieldsRules],
  ['directus_webhooks', webhooksRules],
  ['directus_collection_presets', presetsRules],
  ['directus_settings', settingsRules],
]);
const NONE: WriteRules = {};

/** Returns the additional write rules of a collection. */
export function rulesOf(collection: string): WriteRules {
  return byCollection.get(collection) ?? NONE;
}
