import type { Collection } from './collection.ts';
import type { Permissions } from './permissions.ts';

/** Whether an item is known to belong to somebody other than this user. A role that may not read the owner cannot know. */
export function isOthers(
  { fields, isSystem }: Collection,
  values: Readonly<Record<string, unknown>>,
  user: number,
): boolean {
  const field = fields.find(({ type }) => type === 'owner');
  const owner = field && !isSystem ? values[field.name] : undefined;
  const key = typeof owner === 'object' && owner !== null ? (owner as { readonly id?: unknown }).id : owner;
  return key !== undefined && key !== user;
}

/** What lists have to read, besides these paths, to know whose the items are. */
export function ownerPaths(
  { fields, isSystem }: Collection,
  permissions: Permissions,
  paths: readonly string[],
): readonly string[] {
  const field = fields.find(({ type }) => type === 'owner');
  if (!field || isSystem || permissions.isAdministrator || !permissions.mayRead(field)) return [];
  return paths.some((path) => path.startsWith(`${field.name}.`)) ? [] : [field.name];
}
