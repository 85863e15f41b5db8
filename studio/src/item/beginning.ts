import type { Collection } from '../model/collection.ts';
import { statusesOfNew } from '../model/offered-statuses.ts';
import type { Permissions } from '../model/permissions.ts';
import { defaultsOf, type Values } from './form.ts';

/** The status of a new item, if the role may add none in the default one; otherwise nothing. */
export function statusOfNew(collection: Collection, permissions: Permissions): Values {
  const { status, name } = collection;
  if (!status || permissions.may('create', name, String(status.defaultValue))) return {};
  const first = statusesOfNew(collection, permissions).find(({ isDeleted }) => !isDeleted);
  return first && permissions.mayWrite(status, first.value) ? { [status.name]: first.value } : {};
}

/** What a new item begins with, as the schema and the role's permissions say. */
export const beginningOf = (collection: Collection, permissions: Permissions): Values => ({
  ...defaultsOf(collection),
  ...statusOfNew(collection, permissions),
});

/** What is copied to a new item, without a status in which the role may add none. */
export function copiedOf(edits: Values, { name, status }: Collection, permissions: Permissions): Values {
  if (!status || permissions.may('create', name, String(edits[status.name] ?? status.defaultValue))) return edits;
  const { [status.name]: _status, ...others } = edits;
  return others;
}
