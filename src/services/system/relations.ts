import { ApiError } from '../../errors/api-error.ts';
import type { ErrorName } from '../../errors/catalogue.ts';
import { isAdmin } from '../../permissions/caller.ts';
import type { Scope } from '../../persistence/context.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import { reindex } from '../../persistence/relation-indexes.ts';
import { changesSchema, type Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { quietly, unknownName, type Warning } from '../../query/plan/write/warnings.ts';
import type { RelationRow } from '../../schema/relation-row.ts';
import { isSystemCollection } from '../../schema/system/tables.ts';
import type { ManyColumn } from '../../schema/table-index.ts';
import { asText } from '../../shared/text.ts';
import type { WriteRules } from './rules.ts';

const CLOSED: ReadonlySet<unknown> = new Set([
  'directus_activity',
  'directus_collections',
  'directus_fields',
  'directus_relations',
]);

/**
 * The rules of relations. Relations to internal records are refused. The columns where relations begin get an index.
 * (Contract, S-147 to S-149.)
 */
export const relationsRules: WriteRules = {
  check(context, { collection_one, collection_many }, key) {
    if (CLOSED.has(collection_one)) throw new ApiError('systemCollectionAccess');
    refuseSystem(context, [collection_many], key === null ? 'createDenied' : 'updateDenied');
  },
  // Quiet, because some clients create relations before the collections and fields that they name.
  warnings: (context, payload, stored) =>
    quietly([
      ...unknownEnd(context, 'collection_many', 'field_many', payload, stored),
      ...unknownEnd(context, 'collection_one', 'field_one', payload, stored),
      ...unknownJunction(context, payload, stored),
    ]),
  async beforeChange(tx, key, payload) {
    const begun = known(tx, key).map(({ collection_many }) => collection_many);
    refuseSystem(tx.context, begun, payload === null ? 'deleteDenied' : 'updateDenied');
    if (payload === null && changesSchema(tx)) await reindex(tx, known(tx, key), []);
  },
  async afterCreate(tx, key) {
    if (changesSchema(tx)) await reindex(tx, [], await written(tx, key));
  },
  async afterUpdate(tx, key) {
    if (changesSchema(tx)) await reindex(tx, known(tx, key), await written(tx, key));
  },
};

/** Only administrators may change relations that begin in system collections. */
function refuseSystem({ caller }: Scope, collections: readonly unknown[], refusal: ErrorName): void {
  if (!isAdmin(caller) && collections.some((name) => typeof name === 'string' && isSystemCollection(name)))
    throw new ApiError(refusal, { collection: 'directus_relations' });
}

/** Returns a warning if the collection or field does not exist. */
function unknownEnd(
  { store }: Scope,
  collectionName: string,
  fieldName: string,
  payload: Payload,
  stored: Payload | null,
): Warning[] {
  const { collections } = store.catalog.schema;
  const collection = collections.get(asText(payload[collectionName] ?? stored?.[collectionName]));
  return collection
    ? unknownName(fieldName, `field of "${collection.name}"`, payload[fieldName], collection.byName.keys())
    : unknownName(collectionName, 'collection', payload[collectionName], collections.keys());
}

/** The other field of a junction is in the same collection as the first. */
function unknownJunction({ store }: Scope, payload: Payload, stored: Payload | null): Warning[] {
  const junction = store.catalog.schema.collections.get(asText(payload.collection_many ?? stored?.collection_many));
  if (!junction) return [];
  const what = `field of "${junction.name}"`;
  return unknownName('junction_field', what, payload.junction_field, junction.byName.keys());
}

const known = ({ context }: Transaction, key: string): RelationRow[] =>
  context.store.catalog.schema.relations.filter(({ id }) => String(id) === key);

async function written(tx: Transaction, key: string): Promise<ManyColumn[]> {
  const relations = presentCollection(tx.context, 'directus_relations');
  const item = await readWhole(tx, relations, key);
  return item ? [{ collection_many: asText(item.collection_many), field_many: asText(item.field_many) }] : [];
}
