import type { Collection } from './collection.ts';
import type { Permissions } from './permissions.ts';
import type { Status } from './status.ts';

/** The statuses in which the role may add items. */
export const statusesOfNew = (collection: Collection, permissions: Permissions): readonly Status[] =>
  permissions.statusesOf(collection).filter(({ value }) => permissions.may('create', collection.name, value));

/** The statuses that the role may give to stored items: it may change or add items in them, or delete items to hide them. */
export const statusesToGive = (collection: Collection, permissions: Permissions): readonly Status[] =>
  permissions.statusesOf(collection).filter(({ value, isDeleted }) => {
    if (isDeleted) return permissions.may('delete', collection.name);
    return permissions.may('update', collection.name, value) || permissions.may('create', collection.name, value);
  });
