import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { type Budget, sizeOf } from '../persistence/read/budget.ts';
import type { Item } from '../query/shape/decoder.ts';
import { yieldToEventLoop } from '../shared/yield-to-event-loop.ts';
import type { GraphCollection } from './model.ts';
import { shownBelow } from './selection.ts';

/** Items that are processed before yielding to the event loop. */
const ITEMS_AT_ONCE = 20;

/** The selected fields of an item, once per alias. */
interface Shape {
  readonly values: readonly string[];
  readonly below: readonly (readonly [field: string, shape: Shape])[];
}

/** Charges shown values to a budget: aliases count each time. Error 12. */
export function takeShown(
  budget: Budget,
  info: GraphQLResolveInfo,
  collection: GraphCollection,
  nodes: readonly FieldNode[],
  data: unknown,
): void {
  takeAll(budget, shapeOf(info, collection, nodes), data);
}

function shapeOf(info: GraphQLResolveInfo, collection: GraphCollection, nodes: readonly FieldNode[]): Shape {
  const shape = { values: [] as string[], below: [] as [string, Shape][] };
  for (const selected of shownBelow(info, nodes).values()) {
    const requested = collection.fields.get(selected[0]?.name.value ?? '');
    if (!requested) continue;
    if (requested.target) shape.below.push([requested.field.name, shapeOf(info, requested.target, selected)]);
    else shape.values.push(requested.field.name);
  }
  return shape;
}

function takeAll(budget: Budget, shape: Shape, data: unknown): void {
  if (data === null || data === undefined) return;
  for (const item of Array.isArray(data) ? data : [data]) takeItem(budget, shape, item as Item);
}

function takeItem(budget: Budget, { values, below }: Shape, item: Item): void {
  budget.take(values.reduce((sum, name) => sum + sizeOf(item[name]), 1));
  for (const [name, shape] of below) takeAll(budget, shape, item[name]);
}

/** Resolves a list in parts, so that a long one does not block the event loop. */
export function paced<T>(items: readonly T[]): readonly (T | Promise<T>)[] {
  if (items.length <= ITEMS_AT_ONCE) return items;
  let turn: Promise<unknown> = Promise.resolve();
  return items.map((item, index) => {
    if (index % ITEMS_AT_ONCE === 0) turn = turn.then(yieldToEventLoop);
    return turn.then(() => item);
  });
}
