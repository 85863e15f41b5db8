import { ApiError } from '../../errors/api-error.ts';
import type { RelationRow } from '../../schema/relation-row.ts';
import { collectionOf } from '../../schema/schema.ts';
import type { ManyColumn } from '../../schema/table-index.ts';
import { asText } from '../../shared/text.ts';
import type { Context } from '../context.ts';
import type { Payload } from '../items/payload.ts';
import { readWhole } from '../items/read.ts';
import { reindex } from '../relations.ts';
import { type Doubt, quietly, unknownName } from '../strict/doubts.ts';
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
  // Some clients make relations before what they relate.
  doubts: (context, payload, stored) =>
    quietly([
      ...unknownEnd(context, 'collection_many', 'field_many', payload, stored),
      ...unknownEnd(context, 'collection_one', 'field_one', payload, stored),
      ...unknownJunction(context, payload, stored),
    ]),
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

/** A collection or a field that is not there. */
function unknownEnd(
  { store }: Context,
  collectionName: string,
  fieldName: string,
  payload: Payload,
  stored: Payload | null,
): Doubt[] {
  const { collections } = store.catalog.schema;
  const collection = collections.get(asText(payload[collectionName] ?? stored?.[collectionName]));
  return collection
    ? unknownName(fieldName, `field of "${collection.name}"`, payload[fieldName], collection.byName.keys())
    : unknownName(collectionName, 'collection', payload[collectionName], collections.keys());
}

/** The other field of a junction stands where the first one does. */
function unknownJunction({ store }: Context, payload: Payload, stored: Payload | null): Doubt[] {
  const junction = store.catalog.schema.collections.get(asText(payload.collection_many ?? stored?.collection_many));
  if (!junction) return [];
  const what = `field of "${junction.name}"`;
  return unknownName('junction_field', what, payload.junction_field, junction.byName.keys());
}

const known = ({ context }: Writing, key: string): RelationRow[] =>
  context.store.catalog.schema.relations.filter(({ id }) => String(id) === key);

async function written({ context, connection }: Writing, key: string): Promise<ManyColumn[]> {
  const relations = collectionOf(context.store.catalog.schema, 'directus_relations');
  const item = await readWhole(context, connection, relations, key);
  return item ? [{ collection_many: asText(item.collection_many), field_many: asText(item.field_many) }] : [];
}
