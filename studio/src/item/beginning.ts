import type { Collection } from '../model/collection.ts';
import { statusesOfNew } from '../model/offered-statuses.ts';
import type { Permissions } from '../model/permissions.ts';
import { defaultsOf, type Values } from './form.ts';

/** A status for new items, if the role may not add items in the default one; otherwise nothing. */
export function statusOfNew(collection: Collection, permissions: Permissions): Values {
  const { status, name } = collection;
  if (!status || permissions.may('create', name, String(status.defaultValue))) return {};
  const first = statusesOfNew(collection, permissions).find(({ isDeleted }) => !isDeleted);
  return first && permissions.mayWrite(status, first.value) ? { [status.name]: first.value } : {};
}

/** The initial values of a new item, by the schema and the role's permissions. */
export const beginningOf = (collection: Collection, permissions: Permissions): Values => ({
  ...defaultsOf(collection),
  ...statusOfNew(collection, permissions),
});

/** Values copied to a new item, without a status in which the role may not add items. */
export function copiedOf(edits: Values, { name, status }: Collection, permissions: Permissions): Values {
  if (!status || permissions.may('create', name, String(edits[status.name] ?? status.defaultValue))) return edits;
  const { [status.name]: _status, ...others } = edits;
  return others;
}
