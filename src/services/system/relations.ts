import { ApiError } from '../../errors/api-error.ts';
import type { RelationRow } from '../../schema/relation-row.ts';
import { collectionOf } from '../../schema/schema.ts';
import type { ManyColumn } from '../../schema/table-index.ts';
import { readWhole } from '../items/read.ts';
import { reindex } from '../relations.ts';
import { changesSchema, type Writing } from '../writing.ts';
import type { WriteRules } from './rules.ts';

const CLOSED: ReadonlySet<unknown> = new Set([
  'directus_activity',
  'directus_collections',
  'directus_fields',
  'directus_relations',
]);

/** Relations: those to the service's own records are closed; the columns where they begin are indexed. (Facts of the schema, section 4.) */
export const relationsRules: WriteRules = {
  check(_context, { collection_one }) {
    if (CLOSED.has(collection_one)) throw new ApiError('systemCollectionAccess');
  },
  async beforeChange(writing, key, payload) {
    if (payload === null && changesSchema(writing)) await reindex(writing, known(writing, key), []);
  },
  async afterCreate(writing, key) {
    if (changesSchema(writing)) await reindex(writing, [], await written(writing, key));
  },
  async afterUpdate(writing, key) {
    if (changesSchema(writing)) await reindex(writing, known(writing, key), await written(writing, key));
  },
};

const known = ({ context }: Writing, key: string): RelationRow[] =>
  context.store.catalog.schema.relations.filter(({ id }) => String(id) === key);

async function written({ context, connection }: Writing, key: string): Promise<ManyColumn[]> {
  const relations = collectionOf(context.store.catalog.schema, 'directus_relations');
  const item = await readWhole(context, connection, relations, key);
  return item ? [{ collection_many: String(item.collection_many), field_many: String(item.field_many) }] : [];
}
