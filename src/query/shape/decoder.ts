import { readerOf } from '../../schema/codec.ts';
import type { Field } from '../../schema/field.ts';
import type { Stored } from '../../schema/field-type.ts';
import type { NodePlan, PlannedColumn } from '../plan/plan.ts';

/** An answered row. */
export type Item = Record<string, unknown>;
/** A row as drivers give it: values in the order of the statement's columns. */
export type Row = readonly Stored[];

/** Turns a row of a statement into an answered item, for the user of that id. */
export type Decoder = (row: Row, user: number) => Item;

/** The decoder of a node; related rows are filled in later, in the places that it leaves null. */
export function decoderOf(plan: NodePlan): Decoder {
  const places = new Map(plan.columns.map(({ field }, index) => [field.name, index]));
  const steps = plan.names.map((name) => {
    const field = plan.collection.byName.get(name);
    return { name, index: places.get(name) ?? -1, read: field && readerOf(field) };
  });
  const shown = [...plan.columns.filter(({ answered }) => answered), ...plan.relations];
  const hiding = shown.flatMap((part) => hiderOf(part, plan, places));
  return (row, user) => {
    const item: Item = {};
    for (const { name, index, read } of steps) {
      const value = index < 0 ? null : (row[index] as Stored);
      item[name] = read ? read(value) : value;
    }
    for (const { name, isHidden } of hiding) if (isHidden(row, user)) delete item[name];
    return item;
  };
}

interface Hider {
  readonly name: string;
  isHidden(row: Row, user: number): boolean;
}

/** Fields that are missing, not null, from rows in which the caller may not see them. */
function hiderOf(
  { field, access }: Pick<PlannedColumn, 'field' | 'access'>,
  plan: NodePlan,
  places: ReadonlyMap<string, number>,
): Hider[] {
  const at = (key: Field | null | undefined): number => places.get(key?.name ?? '') ?? -1;
  if (access.kind === 'self') {
    const key = at(plan.collection.primaryKey);
    return [{ name: field.name, isHidden: (row, user) => row[key] !== user }];
  }
  if (access.kind !== 'statuses') return [];
  const status = at(plan.collection.status?.field);
  return [{ name: field.name, isHidden: (row) => access.hiddenIn.includes(String(row[status])) }];
}
