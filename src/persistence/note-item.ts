import type { Values } from '../query/plan/write/plan.ts';
import type { Item } from '../query/shape/decoder.ts';
import type { Collection } from '../schema/collection.ts';
import type { Author, ItemChange } from './changes.ts';
import type { Scope } from './context.ts';
import type { Transaction } from './transaction.ts';

const NO_VALUES: Values = new Map();

/** The author of the writes in a scope. */
export const authorOf = ({ caller, depth }: Scope): Author => ({ caller, ...(depth !== undefined && { depth }) });

/** Adds a change of an item and returns it. */
export function noteItem(
  { changes, context }: Transaction,
  collection: Collection,
  { key, action, before }: Pick<ItemChange, 'key' | 'action' | 'before'>,
  values: Values = NO_VALUES,
): ItemChange {
  if (before) changes.hold(charactersOf(before));
  const columns = [...values.keys()];
  const by = authorOf(context);
  const change: ItemChange = {
    kind: 'item',
    collection: collection.name,
    key,
    action,
    before,
    after: null,
    columns,
    by,
  };
  changes.add(change);
  return change;
}

/** The characters of an item's own texts. */
function charactersOf(item: Item): number {
  let characters = 0;
  for (const name in item) {
    const value = item[name];
    if (typeof value === 'string') characters += value.length;
  }
  return characters;
}
