import type { Collection } from '../../schema/collection.ts';
import { deleteRows } from '../rows.ts';
import { dropTable } from '../tables.ts';
import type { SchemaWriting } from '../writing.ts';

const DESCRIBING = [
  ['directus_permissions', 'collection'],
  ['directus_fields', 'collection'],
  ['directus_relations', 'collection_many'],
  ['directus_collections', 'collection'],
  ['directus_collection_presets', 'collection'],
] as const;

/** Drops the table of a collection with all that describes it. (Facts of the schema, section 2.6.) */
export async function removeCollection(writing: SchemaWriting, { name }: Collection): Promise<void> {
  await dropTable(writing, name);
  for (const [table, column] of DESCRIBING) await deleteRows(writing, table, new Map([[column, name]]));
}
