import type { Collection } from '../schema/collection.ts';
import { newestRecords } from './forget-records.ts';
import { removeItemRules } from './item-rules.ts';
import { deleteRows } from './rows.ts';
import { currentTable, dropTable } from './tables.ts';
import type { SchemaTransaction } from './transaction.ts';

const DESCRIBING = [
  ['directus_permissions', 'collection'],
  ['directus_fields', 'collection'],
  ['directus_relations', 'collection_many'],
  ['directus_collections', 'collection'],
  ['directus_collection_presets', 'collection'],
] as const;

/**
 * Drops the table of a collection with all its metadata and the records of its items. Activity stays. (Contract, S-54
 * and S-56.)
 */
export async function removeCollection(tx: SchemaTransaction, collection: Collection): Promise<void> {
  const { name } = collection;
  const records = await newestRecords(tx.context.store, tx.connection, name);
  tx.changes.add({ kind: 'dropped', collection: name, records });
  await dropTable(tx, currentTable(tx, collection));
  await removeItemRules(tx, ({ collection }) => collection === name);
  for (const [table, column] of DESCRIBING) await deleteRows(tx, table, new Map([[column, name]]));
}
