import { readerOf } from '../../schema/codec.ts';
import type { Field } from '../../schema/field.ts';
import type { Stored } from '../../schema/stored.ts';
import { setOwn } from '../../shared/set-own.ts';
import type { NodePlan } from '../plan/plan.ts';
import { hidingOf, placesOf, storedOf } from './members.ts';
import type { Row } from './row.ts';

/** A row as returned to the client. */
export type Item = Record<string, unknown>;

/** Computes a field from the stored values of its row, which are given by column name. */
type Computing = (field: Field, values: Readonly<Record<string, Stored>>) => unknown;

/** The caller for whom rows are decoded. */
export interface Viewer {
  readonly user: number;
  readonly compute: Computing;
}

/** Turns a row of a statement into an item. */
export type Decoder = (row: Row, viewer: Viewer) => Item;

/** A column may have this name, to which a plain assignment would set the prototype. */
const PROTOTYPE = '__proto__';

interface Step {
  readonly index: number;
  readonly read: ((stored: Stored) => unknown) | undefined;
}

function valueIn(row: Row, { index, read }: Step): unknown {
  const value = row[index] ?? null;
  return read ? read(value) : value;
}

/** Returns the decoder of a node. It leaves null where related rows are filled in later. */
export function decoderOf(plan: NodePlan): Decoder {
  const places = placesOf(plan);
  const steps = plan.names.map((name) => {
    const field = plan.collection.byName.get(name);
    return { name, index: places.get(name) ?? -1, read: field && readerOf(field) };
  });
  const assigned = steps.filter(({ name }) => name !== PROTOTYPE);
  const prototype = steps.find(({ name }) => name === PROTOTYPE);
  const hiding = [...hidingOf(plan, places)];
  const fill = (item: Item, row: Row): void => {
    for (const { name, index, read } of assigned) {
      const value = index < 0 ? null : (row[index] as Stored);
      item[name] = read ? read(value) : value;
    }
    if (prototype) setOwn(item, PROTOTYPE, valueIn(row, prototype));
  };
  return (row, { user, compute }) => {
    const item: Item = {};
    fill(item, row);
    for (const { field, of } of plan.computed) item[field.name] = compute(field, storedOf(of, places, row));
    for (const [name, isHidden] of hiding) if (isHidden(row, user)) delete item[name];
    return item;
  };
}
