import { ApiError } from '../../errors/api-error.ts';
import { isAdmin } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import type { PageUrl } from '../../persistence/read/meta.ts';
import { type Meta, plainMeta } from '../../persistence/read/meta.ts';
import { versionOfAnswer, versionOfShown } from '../../persistence/read/version.ts';
import { committed } from '../../persistence/source.ts';
import type { Query } from '../../query/ast.ts';
import { ALL_COLUMNS } from '../../query/parse/fields.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Collection } from '../../schema/collection.ts';
import { fullForm, shortForm, withIndexes } from '../../schema/present/collection.ts';
import { listForm } from '../../schema/present/field.ts';
import { asText } from '../../shared/text.ts';
import { type ReadResult, readList } from '../items/read.ts';

/** The result of a read: a list of collections, or one. */
interface CollectionsResult {
  readonly data: Payload | Payload[];
  readonly meta?: Meta;
  /** The entity tag, for a single collection only. It begins with the tag of the collection's attributes. */
  readonly version?: string;
}

/**
 * Lists every table of the project: first the registered collections that match the query, then all other tables. Error
 * 300. (Contract, S-20 to S-25.)
 */
export async function listCollections(context: Context, query: Query, url?: PageUrl): Promise<CollectionsResult> {
  const { offset, limit } = query;
  const single = query.single === true;
  const form = formOf(query);
  const result = await readList(
    committed(context),
    'directus_collections',
    { ...query, fields: namesIndexes(query) ? ALL_COLUMNS : query.fields, limit: -1, offset: single ? offset : null },
    url,
  );
  const { schema } = context.store.catalog;
  const registered = names(result).flatMap((name) => schema.collections.get(name) ?? []);
  const meta = result.meta && { meta: result.meta };
  if (single) return { data: form(registered[0] ?? missing('')), ...meta };
  const others = [...schema.collections.values()].filter(({ row }) => row === null);
  const all = [...registered, ...others].map(form);
  const cut = offset !== null && limit !== null && limit >= 0;
  const data = all.slice(offset ?? 0, cut ? offset + limit : undefined);
  return cut ? { data, ...(meta && { meta: recounted(meta.meta, data.length) }) } : { data, ...meta };
}

/** Indexes over several columns are only shown if `fields` names them. (Contract, S-57.) */
const namesIndexes = ({ fields }: Query): boolean => fields.names.has('indexes');

const formOf =
  (query: Query) =>
  (collection: Collection): Payload =>
    namesIndexes(query) ? withIndexes(fullForm(collection), collection) : fullForm(collection);

/** Metadata counts the registered collections; for a page of the list, the collections on it. */
function recounted(meta: Meta, count: number): Meta {
  return Array.isArray(meta) || !('result_count' in meta) ? meta : { ...meta, result_count: count };
}

function names({ data }: ReadResult): string[] {
  return (Array.isArray(data) ? data : [data]).map((item) => asText(item.collection));
}

function missing(name: string): never {
  throw new ApiError('itemWithIdNotFound', { id: name });
}

/**
 * Returns one collection, or those of several names that exist. If `fields` names it, administrators also see why a
 * collection can have no text indexes. Error 203 if a single one is missing. (Contract, S-26 to S-28, S-189.)
 */
export async function readCollections(
  context: Context,
  keys: readonly string[],
  query: Query,
): Promise<CollectionsResult> {
  if (
    !isAdmin(context.caller) &&
    !context.store.catalog.policy(context.caller).collection('directus_collections').allows('read')
  ) {
    throw new ApiError(context.caller.kind === 'public' ? 'unauthorized' : 'itemNotFound');
  }
  const { collections } = context.store.catalog.schema;
  const [name = ''] = keys;
  if (keys.length === 1) return readOne(context, collections.get(name) ?? missing(name), query);
  const found = [...new Set(keys)]
    .flatMap((key) => collections.get(key) ?? [])
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const form = formOf(query);
  const data: Payload[] = [];
  for (const each of found) data.push({ ...form(each), ...(await obstacleOf(context, each, query)) });
  return { data, ...metaOf(query, data.length) };
}

/**
 * Why a collection can have no text indexes. Only administrators see it, because it is about the database. (Contract,
 * S-189.)
 */
async function obstacleOf({ caller, store }: Context, { table }: Collection, { fields }: Query): Promise<Payload> {
  if (!isAdmin(caller) || !fields.names.has(OBSTACLE)) return {};
  return { [OBSTACLE]: await store.dialect.textIndexObstacle(store.database, table) };
}

const OBSTACLE = 'text_index_obstacle';

async function readOne(context: Context, collection: Collection, query: Query): Promise<CollectionsResult> {
  const data = { ...narrowed(collection, query), ...(await obstacleOf(context, collection, query)) };
  const shown = { data, ...metaOf(query, null) };
  return { ...shown, version: versionOfAnswer(versionOfShown(shortForm(collection)), JSON.stringify(shown)) };
}

const metaOf = (query: Query, count: number | null): { readonly meta?: Meta } =>
  query.meta ? { meta: plainMeta(query, 'directus_collections', count) } : {};

/**
 * Attributes that exist only in the registry are null if `fields` leaves them out. The fields become a list if `fields`
 * selects something below them. (Contract, S-28.)
 */
function narrowed(collection: Collection, query: Query): Payload {
  const { fields } = query;
  const shows = (name: string): boolean => fields.all || fields.names.has(name);
  const hidden = ['icon', 'translation'].filter((name) => !shows(name));
  const asList = fields.below ?? fields.names.get('fields');
  return {
    ...formOf(query)(collection),
    ...Object.fromEntries(hidden.map((name) => [name, null])),
    ...(asList && { fields: collection.fields.map(listForm) }),
  };
}
