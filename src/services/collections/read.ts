import { ApiError } from '../../errors/api-error.ts';
import type { Query } from '../../query/ast.ts';
import type { Collection } from '../../schema/collection.ts';
import { isAdmin, roleOf } from '../caller.ts';
import type { Context } from '../context.ts';
import { listForm } from '../fields/present.ts';
import { type Meta, plainMeta } from '../items/meta.ts';
import type { Payload } from '../items/payload.ts';
import { type PageUrl, type ReadResult, readList } from '../items/read.ts';
import { fullForm } from './present.ts';

/** A list of collections, or one. */
export interface CollectionsResult {
  readonly data: Payload | Payload[];
  readonly meta?: Meta;
}

/** Every table of the project: registered ones as the query asks, then all others. Errors 300. (Specification, "Collections".) */
export async function listCollections(context: Context, query: Query, url?: PageUrl): Promise<CollectionsResult> {
  const { offset, limit } = query;
  const result = await readList(context, 'directus_collections', { ...query, limit: -1, offset: null }, url);
  const { schema } = context.store.catalog;
  const registered = names(result).flatMap((name) => schema.collections.get(name) ?? []);
  const meta = result.meta && { meta: result.meta };
  if (query.single === true) return { data: fullForm(registered[0] ?? missing('')), ...meta };
  const others = [...schema.collections.values()].filter(({ row }) => row === null);
  const all = [...registered, ...others].map(fullForm);
  const cut = offset !== null && limit !== null && limit >= 0;
  const data = all.slice(offset ?? 0, cut ? offset + limit : undefined);
  return cut ? { data, ...(meta && { meta: recounted(meta.meta, data.length) }) } : { data, ...meta };
}

/** Metadata counts what is registered; of a page cut out of the list it counts that. */
function recounted(meta: Meta, count: number): Meta {
  return Array.isArray(meta) || !('result_count' in meta) ? meta : { ...meta, result_count: count };
}

function names({ data }: ReadResult): string[] {
  return (Array.isArray(data) ? data : [data]).map((item) => String(item.collection));
}

function missing(name: string): never {
  throw new ApiError('itemWithIdNotFound', { id: name });
}

/** One collection, or those of several names that exist. Error 203 for a missing one. */
export function readCollections(context: Context, keys: readonly string[], query: Query): CollectionsResult {
  if (
    !isAdmin(context.caller) &&
    !context.store.catalog.policy(roleOf(context.caller)).collection('directus_collections').allows('read')
  ) {
    throw new ApiError(context.caller.kind === 'public' ? 'unauthorized' : 'itemNotFound');
  }
  const { collections } = context.store.catalog.schema;
  const found = keys
    .map((name) => collections.get(name))
    .filter((collection): collection is Collection => collection !== undefined);
  if (keys.length === 1 && found.length === 0) missing(keys[0] ?? '');
  const data =
    keys.length === 1
      ? narrowed(found[0] ?? missing(''), query)
      : [...found].sort((a, b) => (a.name < b.name ? -1 : 1)).map(fullForm);
  return {
    data,
    ...(query.meta && { meta: plainMeta(query, 'directus_collections', Array.isArray(data) ? data.length : null) }),
  };
}

/**
 * What `fields` leaves out of an attribute that only the registry knows is null; the fields are a list where it asks
 * for what is below them. (Facts of the schema, sections 2.2 and 2.3.)
 */
function narrowed(collection: Collection, { fields }: Query): Payload {
  const shows = (name: string): boolean => fields.all || fields.names.has(name);
  const hidden = ['icon', 'translation'].filter((name) => !shows(name));
  const asList = fields.below ?? fields.names.get('fields');
  return {
    ...fullForm(collection),
    ...Object.fromEntries(hidden.map((name) => [name, null])),
    ...(asList && { fields: collection.fields.map(listForm) }),
  };
}
