import type { Field } from '../../model/field.ts';
import type { Permissions } from '../../model/permissions.ts';

/** Whether the caller may read what a field leads to, a junction on the way included. Else any request for it would be refused. */
export function mayReadRelated({ relation }: Field, permissions: Permissions): boolean {
  if (!relation) return false;
  const way = relation.kind === 'many-to-many' ? [relation.junction, relation.collection] : [relation.collection];
  return way.every((collection) => permissions.may('read', collection));
}
