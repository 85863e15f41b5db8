import type { RelationRow } from '../schema/relation-row.ts';
import { indexedFor, type ManyColumn, unindexedFor } from '../schema/table-index.ts';
import { alterTable, currentTable } from './tables.ts';
import type { SchemaTransaction } from './transaction.ts';

/**
 * Indexes the foreign-key columns of new relations, so that lists of related items need not read all rows, and drops
 * the index of columns that no longer have a relation, within the current schema change. Leaves other indexes and
 * system tables alone.
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
