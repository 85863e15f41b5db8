import type { RelationRow } from '../schema/relation-row.ts';
import { indexedFor, type ManyColumn, unindexedFor } from '../schema/table-index.ts';
import { alterTable, currentTable } from './tables.ts';
import type { SchemaTransaction } from './transaction.ts';

/**
 * Gives the columns that new relations begin at an index, so that lists of related items need not read all rows, and
 * takes the index of those that begin nowhere any more, inside the schema change under way. Indexes of others and
 * tables of the service stay as they are.
 */
export async function reindex(
  tx: SchemaTransaction,
  gone: readonly RelationRow[],
  come: readonly ManyColumn[],
): Promise<void> {
  const { schema } = tx.context.store.catalog;
  const left = [...schema.relations.filter((row) => !gone.includes(row)), ...come];
  const lost = gone.filter((row) => !left.some((other) => beginAlike(row, other)));
  for (const name of new Set([...lost, ...come].map((row) => row.collection_many))) {
    const collection = schema.collections.get(name);
    if (!collection || collection.system) continue;
    const before = currentTable(tx, collection);
    const after = indexedFor(unindexedFor(before, lost), come);
    if (after !== before) await alterTable(tx, before, after);
  }
}

const beginAlike = (one: ManyColumn, other: ManyColumn): boolean =>
  one.collection_many === other.collection_many && one.field_many === other.field_many;
