import type { Values } from '../query/plan/write/plan.ts';
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
