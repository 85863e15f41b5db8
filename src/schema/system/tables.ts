import { activity } from './activity.ts';
import { collectionPresets } from './collection-presets.ts';
import { collections } from './collections.ts';
import { fields } from './fields.ts';
import { files } from './files.ts';
import { folders } from './folders.ts';
import { migrations } from './migrations.ts';
import { permissions } from './permissions.ts';
import { relations } from './relations.ts';
import { revisions } from './revisions.ts';
import { roles } from './roles.ts';
import { settings } from './settings.ts';
import type { SystemTable } from './system-table.ts';
import { userSessions } from './user-sessions.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

/** The system collections of a project. (Contract, S-120 and S-121.) */
export const systemTables: readonly SystemTable[] = [
  activity,
  collections,
  collectionPresets,
  fields,
  files,
  folders,
  migrations,
  permissions,
  relations,
  revisions,
  roles,
  settings,
  users,
  userSessions,
  webhooks,
];

const names: ReadonlySet<string> = new Set(systemTables.map((table) => table.name));

/** Whether a field is built in and cannot be removed. */
export function isSystemField(collection: string, field: string): boolean {
  const table = systemTables.find(({ name }) => name === collection);
  return table?.columns.some(({ name }) => name === field) || table?.fields.some((row) => row.field === field) || false;
}

/** Whether a collection is a system collection. */
export function isSystemCollection(name: string): boolean {
  return names.has(name);
}
