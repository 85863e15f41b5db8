import { bind, NO_BINDING } from '../dialects/bind.ts';
import type { ItemRule } from '../permissions/item-rule.ts';
import { fixed } from '../query/sql/nodes.ts';
import type { Collection } from '../schema/collection.ts';
import { itemRules } from '../schema/internal/rules.ts';
import { buildSchema } from '../schema/registry.ts';
import { collectionOf } from '../schema/schema.ts';
import type { Stored } from '../schema/stored.ts';
import { expressionOf } from './conditions.ts';
import type { Transaction } from './transaction.ts';

/**
 * The table of item rules as a collection, so that changes of it can be recorded and undone. It is part of no schema.
 */
export const RULES: Collection = collectionOf(
  buildSchema({ tables: [itemRules], collections: [], fields: [], relations: [] }, 0),
  itemRules.name,
);

/** Removes item rules that the catalogue has. If there are none, the table may not exist. */
export async function removeItemRules(tx: Transaction, such: (rule: ItemRule) => boolean): Promise<void> {
  const ids: Stored[] = tx.context.store.catalog.policies.rules.filter(such).map(({ id }) => id);
  if (ids.length === 0) return;
  const where = expressionOf(itemRules, '', [['id', 'in', ids]], fixed);
  await tx.undo?.changing(RULES, where);
  const { printer } = tx.context.store.dialect;
  await tx.connection.run(bind(printer.delete({ table: itemRules.name, where }), NO_BINDING));
  tx.changes.add({ kind: 'rows', collection: itemRules.name });
}
