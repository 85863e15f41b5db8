import type { Collection } from '../../schema/collection.ts';
import { accessTo } from './access.ts';
import type { PlanContext } from './context.ts';
import type { PlannedColumn } from './plan.ts';

/**
 * The columns whose values identify the version of an item, in the order of the table: all that the caller may see,
 * whatever is requested. A hidden column never changes a version that the caller could observe.
 */
export function versionColumns(context: PlanContext, { fields, status }: Collection): PlannedColumn[] {
  return fields.flatMap((field) => {
    const access = accessTo(context, field);
    const seen = access.kind === 'always' || (field !== status?.field && isHiddenByRow(access.kind));
    return field.column && seen ? [{ field, access, answered: false }] : [];
  });
}

/** Whether the statement itself omits the value in the rows in which it is hidden. */
const isHiddenByRow = (kind: PlannedColumn['access']['kind']): boolean => kind === 'statuses' || kind === 'self';

/** The columns of a statement plus those of `more` that it lacks. */
export function withColumns(columns: readonly PlannedColumn[], more: readonly PlannedColumn[]): PlannedColumn[] {
  const present = new Set(columns.map(({ field }) => field));
  return [...columns, ...more.filter(({ field }) => !present.has(field))];
}
