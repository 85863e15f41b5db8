import type { Collection } from '../../schema/collection.ts';
import { deleteRows } from '../rows.ts';
import { dropTable } from '../tables.ts';
import type { SchemaWriting } from '../writing.ts';
import { recordsToForget } from './forget-records.ts';

const DESCRIBING = [
  ['directus_permissions', 'collection'],
  ['directus_fields', 'collection'],
  ['directus_relations', 'collection_many'],
  ['directus_collections', 'collection'],
  ['directus_collection_presets', 'collection'],
] as const;

/**
 * Drops the table of a collection with all that describes it, and what its items were. Records of who did what stay.
 * (Facts of the schema, section 2.6.)
 */
export async function removeCollection(writing: SchemaWriting, { name }: Collection): Promise<void> {
  writing.afterCommit.push(await recordsToForget(writing.context.store, writing.connection, name));
  await dropTable(writing, name);
  for (const [table, column] of DESCRIBING) await deleteRows(writing, table, new Map([[column, name]]));
}
