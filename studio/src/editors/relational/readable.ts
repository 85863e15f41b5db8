import type { Field } from '../../model/field.ts';
import type { Permissions } from '../../model/permissions.ts';

/** Whether the caller may read a field's related items, including the junction. Otherwise any request for them would be refused. */
export function mayReadRelated({ relation }: Field, permissions: Permissions): boolean {
  if (!relation) return false;
  const way = relation.kind === 'many-to-many' ? [relation.junction, relation.collection] : [relation.collection];
  return way.every((collection) => permissions.may('read', collection));
}
