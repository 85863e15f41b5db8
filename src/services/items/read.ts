import type { Connection } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Query } from '../../query/ast.ts';
import { EVERYTHING, restrict } from '../../query/parse/query.ts';
import type { ReadPlan } from '../../query/plan/plan.ts';
import { planRead } from '../../query/plan/read.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { kinds } from '../../schema/kinds.ts';
import { collectionOf, primaryKeyOf } from '../../schema/schema.ts';
import { roleOf, userIdOf } from '../caller.ts';
import { type Context, planContext } from '../context.ts';
import { onCurrentSchema } from '../current-schema.ts';
import { fileData } from '../files/data.ts';
import { type CompiledRead, compileRead } from './compiled-read.ts';
import { type Meta, readMeta } from './meta.ts';
import { limitOf, offsetOf } from './paging.ts';
import { type Reading, runNode } from './run-read.ts';

/** What a read answers. */
export interface ReadResult {
  /** A list, or one item. */
  readonly data: Item[] | Item;
  /** Absent unless it was asked for. */
  readonly meta?: Meta;
  /** Relations that the caller may not read: the collections, by the field that leads there. */
  readonly denied: ReadPlan['denied'];
}

/** Where a list stands in a series of pages, for links; undefined where there are none. */
export interface PageUrl {
  readonly self: string;
  /** The query string as it was sent, decoded, in its order. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/**
 * Reads a list of a collection's items, or with `single` the first of them. Errors: 200, 202, 214, 215, 300 (3 for
 * the public), 203 where a single item is missing. (Specification, "Items".)
 */
export function readList(context: Context, collectionName: string, query: Query, url?: PageUrl): Promise<ReadResult> {
  return onCurrentSchema(context, () => listNow(context, collectionName, query, url));
}

async function listNow(context: Context, collectionName: string, query: Query, url?: PageUrl): Promise<ReadResult> {
  const collection = collectionOf(context.store.catalog.schema, collectionName);
  const compiled = deniedAsList(context, query, () => compiledFor(context, collection, query));
  const binding = bindingFor(context, query);
  const found = withoutEmpty(await runNode(context.store.database, compiled.root, binding));
  const single = query.single === true;
  if (query.single !== null && found.length === 0) throw new ApiError('itemNotFound');
  const data = single ? (found[0] ?? {}) : found;
  const meta = query.meta ? await readMeta({ context, compiled, query, binding, url }, data) : undefined;
  return { data, denied: compiled.plan.denied, ...(meta && { meta }) };
}

/**
 * Reads items by their keys: one key answers an item (error 203 when it is missing), several a list of those that
 * are there. The query's filter, search and status do not apply; `statuses` tells whether hidden items count.
 */
export function readByKeys(
  context: Context,
  collectionName: string,
  keys: readonly string[],
  query: Query,
  statuses: '*' | null = null,
): Promise<ReadResult> {
  return onCurrentSchema(context, () => byKeysNow(context, collectionName, keys, query, statuses));
}

async function byKeysNow(
  context: Context,
  collectionName: string,
  keys: readonly string[],
  query: Query,
  statuses: '*' | null,
): Promise<ReadResult> {
  const collection = collectionOf(context.store.catalog.schema, collectionName);
  const key = primaryKeyOf(collection);
  const usable = keys.filter((text) => isKey(key, text));
  const byKey = {
    ...query,
    conditions: [],
    values: [],
    search: null,
    statuses,
    offset: null,
    page: null,
    single: null,
  };
  const limited = keys.length === 1 ? { ...byKey, limit: -1 } : byKey;
  const compiled = onDenial(
    () => compiledFor(context, collection, restrictedTo(collection, usable, limited)),
    (error) => (keys.length > 1 ? error : new ApiError('itemNotFound')),
  );
  const result = await readKeys(context, compiled, collection, usable, limited);
  const [first] = result.data as Item[];
  if (keys.length > 1) return result;
  if (!first) throw new ApiError('itemWithIdNotFound', { id: keys[0] ?? '' });
  const meta = query.meta ? await readMeta({ context, query }, first, collection) : undefined;
  return { data: Object.keys(first).length > 0 ? first : [], denied: result.denied, ...(meta && { meta }) };
}

function restrictedTo(collection: Collection, keys: readonly string[], query: Query): Query {
  return restrict(query, primaryKeyOf(collection).name, keys.length > 0 ? keys : ['']);
}

async function readKeys(
  context: Context,
  compiled: CompiledRead,
  collection: Collection,
  keys: readonly string[],
  query: Query,
): Promise<ReadResult> {
  const restricted = restrictedTo(collection, keys, query);
  const binding = bindingFor(context, restricted);
  const data = keys.length > 0 ? await runNode(context.store.database, compiled.root, binding) : [];
  const counted = query.meta && query.limit !== -1;
  const meta = counted ? await readMeta({ context, compiled, query: restricted, binding }, data) : undefined;
  return { data, denied: compiled.plan.denied, ...(meta && { meta }) };
}

/** A list that may not be read is unauthorized for the public, and a missing item where one item is asked for. */
export function deniedAsList<T>(context: Context, query: Query, read: () => T): T {
  return onDenial(read, (error) => {
    if (context.caller.kind === 'public') return new ApiError('unauthorized');
    return query.single === null ? error : new ApiError('itemNotFound');
  });
}

function onDenial<T>(read: () => T, replace: (error: ApiError) => ApiError): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ApiError && error.kind === 'readDenied' ? replace(error) : error;
  }
}

/** Whether a text can be a key at all: what cannot is not found, not an error. */
export function isKey(key: Field, text: string): boolean {
  if (text === '') return false;
  const value = kinds[key.kind ?? 'text'].operand(text);
  return value !== undefined && (typeof value !== 'number' || Number.isInteger(value));
}

/** Items without a single field are left out. (Facts of items and queries, section 1.1.) */
export function withoutEmpty(items: Item[]): Item[] {
  return items.some(isEmpty) ? items.filter((item) => !isEmpty(item)) : items;
}

function isEmpty(item: Item): boolean {
  for (const _ in item) return false;
  return true;
}

/** The compiled form of a query for the caller's policy; made once per shape. */
export function compiledFor(context: Context, collection: Collection, query: Query): CompiledRead {
  const { catalog, dialect } = context.store;
  const limit = limitOf(catalog.settings, query);
  const key = `${roleOf(context.caller)}|${limit < 0 ? '' : limit}|${collection.name}|${query.shape}`;
  const known = catalog.plans.get(key);
  if (known) return known;
  const plan = planRead(planContext(context), collection, query);
  const compiled = compileRead(plan, limit < 0 ? null : limit, dialect, { nullsLast: catalog.settings.nullsLast });
  catalog.plans.set(key, compiled);
  return compiled;
}

/** The values with which a query runs for a context's caller. */
export function bindingFor(context: Context, query: Query): Reading {
  return {
    values: query.values,
    search: query.search,
    user: userIdOf(context.caller),
    role: roleOf(context.caller),
    now: context.now,
    offset: offsetOf(context.store.catalog.settings, query),
    keys: [],
    compute: (_field, values) => fileData(context, values),
  };
}

/** Reads one item with every column as the server itself sees it, inside a transaction; undefined when it is gone. */
export async function readWhole(
  context: Context,
  connection: Connection,
  collection: Collection,
  key: string,
): Promise<Item | undefined> {
  const query = restrict({ ...EVERYTHING, statuses: '*' }, primaryKeyOf(collection).name, [key]);
  const asServer: Context = { ...context, caller: { kind: 'system' } };
  const compiled = compiledFor(asServer, collection, query);
  const [item] = await runNode(connection, compiled.root, bindingFor(asServer, query));
  return item;
}
