import type { Field } from '../../schema/field.ts';
import type { Stored } from '../../schema/stored.ts';
import type { NodePlan, PlannedColumn } from '../plan/plan.ts';
import type { Row } from './row.ts';

/** Whether a field is hidden from the caller in a row. */
type IsHidden = (row: Row, user: number) => boolean;

/** The indexes of a node's columns in its rows, by field name. */
export type Places = ReadonlyMap<string, number>;

export const placesOf = ({ columns }: NodePlan): Places =>
  new Map(columns.map(({ field }, index) => [field.name, index]));

/** The fields of a node that are hidden from some callers in some rows, by name. They are absent there, not null. */
export function hidingOf(plan: NodePlan, places: Places): ReadonlyMap<string, IsHidden> {
  const shown = [...plan.columns.filter(({ answered }) => answered), ...plan.relations, ...plan.computed];
  const all = shown.map((part) => [part.field.name, isHiddenOf(part, plan, places)] as const);
  return new Map(all.filter((each): each is readonly [string, IsHidden] => each[1] !== undefined));
}

function isHiddenOf({ access }: Pick<PlannedColumn, 'access'>, plan: NodePlan, places: Places): IsHidden | undefined {
  const at = (key: Field | null | undefined): number => places.get(key?.name ?? '') ?? -1;
  if (access.kind === 'self') {
    const key = at(plan.collection.primaryKey);
    return (row, user) => row[key] !== user;
  }
  if (access.kind !== 'statuses') return undefined;
  const status = at(plan.collection.status?.field);
  return (row) => access.hiddenIn.includes(String(row[status]));
}

/** The stored values of some fields of a row, by column name. */
export function storedOf(of: readonly Field[], places: Places, row: Row): Record<string, Stored> {
  return Object.fromEntries(of.map(({ name }) => [name, row[places.get(name) ?? -1] ?? null]));
}
