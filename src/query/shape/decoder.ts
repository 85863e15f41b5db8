import { readerOf } from '../../schema/codec.ts';
import type { Field } from '../../schema/field.ts';
import type { Stored } from '../../schema/field-type.ts';
import type { NodePlan, PlannedColumn } from '../plan/plan.ts';

/** A row as returned to the client. */
export type Item = Record<string, unknown>;
/** A row as drivers return it: values in the order of the statement's columns. */
export type Row = readonly Stored[];

/** Computes a field from the stored values of its row, which are given by column name. */
type Computing = (field: Field, values: Readonly<Record<string, Stored>>) => unknown;

/** The caller for whom rows are decoded. */
export interface Viewer {
  readonly user: number;
  readonly compute: Computing;
}

/** Turns a row of a statement into an item. */
export type Decoder = (row: Row, viewer: Viewer) => Item;

/** Returns the decoder of a node. It leaves null where related rows are filled in later. */
export function decoderOf(plan: NodePlan): Decoder {
  const places = new Map(plan.columns.map(({ field }, index) => [field.name, index]));
  const steps = plan.names.map((name) => {
    const field = plan.collection.byName.get(name);
    return { name, index: places.get(name) ?? -1, read: field && readerOf(field) };
  });
  const shown = [...plan.columns.filter(({ answered }) => answered), ...plan.relations, ...plan.computed];
  const hiding = shown.flatMap((part) => hiderOf(part, plan, places));
  const computed = plan.computed.map(({ field, of }) => ({
    field,
    of,
    places: of.map(({ name }) => places.get(name) ?? -1),
  }));
  return (row, { user, compute }) => {
    const item: Item = {};
    for (const { name, index, read } of steps) {
      const value = index < 0 ? null : (row[index] as Stored);
      item[name] = read ? read(value) : value;
    }
    for (const each of computed) item[each.field.name] = compute(each.field, valuesOf(each, row));
    for (const { name, isHidden } of hiding) if (isHidden(row, user)) delete item[name];
    return item;
  };
}

function valuesOf(
  { of, places }: { readonly of: readonly Field[]; readonly places: readonly number[] },
  row: Row,
): Record<string, Stored> {
  return Object.fromEntries(of.map(({ name }, index) => [name, row[places[index] ?? -1] ?? null]));
}

interface Hider {
  readonly name: string;
  isHidden(row: Row, user: number): boolean;
}

/** Removes the fields that the caller may not see in a row: they are absent, not null. */
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
