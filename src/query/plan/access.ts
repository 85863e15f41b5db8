import type { FieldAccess } from '../../permissions/policy.ts';
import type { Field } from '../../schema/field.ts';
import type { PlanContext } from './context.ts';

/**
 * When the caller may see a field. A list of related items reveals what their keys reveal, so it is hidden where the
 * foreign key is hidden.
 */
export function accessTo({ policy }: PlanContext, { collection, name, relation }: Field): FieldAccess {
  const access = policy.collection(collection).readable(name);
  if (relation?.kind !== 'o2m' || access.kind === 'never') return access;
  const tie = policy.collection(relation.collection).readable(relation.foreignKey);
  return isCompared(tie) ? access : tie;
}

/** Whether a field may be used to filter, sort and search, in the rows where it is not hidden. */
export function isCompared(access: FieldAccess): boolean {
  return access.kind === 'always' || access.kind === 'statuses' || (access.kind === 'narrowed' && access.compared);
}
