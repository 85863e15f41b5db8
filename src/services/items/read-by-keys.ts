import type { Reader } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import { planContext } from '../../persistence/context.ts';
import { onCurrentSchema } from '../../persistence/current-schema.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { bindingFor } from '../../persistence/read/binding.ts';
import { type Asked, type PageUrl, readMeta } from '../../persistence/read/meta.ts';
import { compiledFor } from '../../persistence/read/plans.ts';
import { runRows } from '../../persistence/read/run-read.ts';
import { versionOf, versionOfAnswer } from '../../persistence/read/version.ts';
import { replaying, WHOLE, type Whole } from '../../persistence/read/whole.ts';
import type { Source } from '../../persistence/source.ts';
import type { Query } from '../../query/ast.ts';
import { EVERYTHING, restrict } from '../../query/parse/query.ts';
import { priceWith } from '../../query/plan/price.ts';
import { isKey } from '../../query/plan/write/keys.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { type Awaitable, andThen } from '../../shared/awaitable.ts';
import { filterItems } from '../hooks/item-hooks.ts';
import { type Begun, isEmpty, onDenial, type ReadResult } from './read.ts';
import { ruledItems, withDeciding } from './ruled-read.ts';

/**
 * Reads items by their keys. One key returns an item (error 203 if it is missing), several return a list of those that
 * exist. The query's filter, search and status do not apply; `statuses` controls whether hidden items count. If the
 * list has a URL, its metadata counts the entire collection. (Contract, I-13 and Q-176.)
 */
export function readByKeys(
  source: Source,
  collectionName: string,
  keys: readonly string[],
  query: Query,
  how: ByKeys = {},
): Awaitable<ReadResult> {
  return onCurrentSchema(source, () => byKeysNow(source, collectionName, keys, query, how));
}

/** Options for reading items by key. */
interface ByKeys {
  /** Whether hidden items count. */
  readonly statuses?: '*' | null;
  /** The URL of the list, if it has one. */
  readonly url?: PageUrl | undefined;
  /** What the transaction that wrote the only item has read of it, so that the same statement does not run again. */
  readonly whole?: Whole | undefined;
}

function byKeysNow(
  source: Source,
  collectionName: string,
  keys: readonly string[],
  query: Query,
  how: ByKeys,
): Awaitable<ReadResult> {
  const collection = presentCollection(source.context, collectionName);
  const begun = beginKeys(source, collection, keys, query, how);
  return andThen(readKeys(begun), (result) =>
    andThen(shownOf(source, collection, query, result.data as Item[]), (data) =>
      keys.length > 1
        ? { ...result, data }
        : ofOneKey({ source, compiled: begun.compiled, collection, query }, result, data, keys[0]),
    ),
  );
}

/** Plans and charges the read of items by their keys. Errors as of {@link readByKeys}, except for missing items. */
export function beginKeys(
  source: Source,
  collection: Collection,
  keys: readonly string[],
  query: Query,
  how: ByKeys = {},
): BegunKeys {
  const planned = plannedKeys(source, collection, keys, query, how);
  planned.binding.budget.charge(priceWith(planned.compiled.price, null));
  return planned;
}

/** Throws the errors of {@link beginKeys} without charging the budget. */
export function checkKeys(
  source: Source,
  collection: Collection,
  keys: readonly string[],
  query: Query,
  how: ByKeys,
): void {
  const { binding, compiled } = plannedKeys(source, collection, keys, query, how);
  binding.budget.checkPrice(priceWith(compiled.price, null));
}

function plannedKeys(
  source: Source,
  collection: Collection,
  keys: readonly string[],
  query: Query,
  { statuses = null, whole: known, url }: ByKeys,
): BegunKeys {
  const { context } = source;
  const reader = known ? replaying(source.reader, known) : source.reader;
  const key = primaryKeyOf(collection);
  const usable = keys.filter((text) => isKey(key, text));
  const values = usable.length > 0 ? usable : [''];
  const list = keys.length > 1 ? withoutFilter(query, statuses, false) : null;
  const restricted = list ? restrict(list, key.name, values) : queryOfOne(query, statuses, key.name);
  const compiled = onDenial(
    () => compiledFor(context, collection, withDeciding(collection, restricted)),
    (error) => (keys.length > 1 ? error : new ApiError('itemNotFound')),
  );
  const binding = bindingFor(context, restricted, values);
  const counted = list && url ? { collection, query: list, url } : null;
  return { source, query: restricted, compiled, binding, reader: usable.length > 0 ? reader : NO_ROWS, counted };
}

/** The items that remain after the collection's rules and the hooks of extensions. */
function shownOf(source: Source, collection: Collection, query: Query, items: Item[]): Awaitable<Item[]> {
  const { extensions } = source.context.store;
  const ruled = ruledItems(source, collection, query, items);
  return extensions ? andThen(ruled, (left) => filterItems(source, collection.name, left)) : ruled;
}

/** A read of a single item by its key. */
interface AskedOne extends Pick<Begun, 'source' | 'compiled' | 'query'> {
  readonly collection: Collection;
}

/** The only item. Error 203 if it is missing. */
function ofOneKey(asked: AskedOne, result: ReadResult, shown: Item[], key = ''): Awaitable<ReadResult> {
  const { source, collection, query, compiled } = asked;
  const [item] = shown;
  if (!item) throw new ApiError('itemWithIdNotFound', { id: key });
  const { denied, version = '' } = result;
  const isOwn = compiled.root.children.length === 0 && shown === result.data;
  const data = isEmpty(item) ? [] : item;
  if (query.meta)
    return readMeta({ source, query }, null, collection).then((meta) => ({
      data,
      denied,
      meta,
      ...(data === item && { version: versionOfAnswer(version, JSON.stringify([item, meta])) }),
    }));
  if (data !== item) return { data, denied };
  return { data, denied, version: isOwn ? version : versionOfAnswer(version, listOfItem(JSON.stringify(item))) };
}

/** The text that the version of an item without metadata is computed from, if it is not the item alone. */
export const listOfItem = (item: string): string => `[${item},null]`;

/** A query for one item by the field that is its key. The value of the key is not part of it. */
interface OfOne {
  readonly key: string;
  readonly query: Query;
}

/**
 * By the query that selects the fields, and by whether hidden items count. All items share one query object, so that
 * its plan is cached.
 */
const ofOne: Readonly<Record<'*' | 'listed', WeakMap<Query, OfOne>>> = { '*': new WeakMap(), listed: new WeakMap() };

function queryOfOne(query: Query, statuses: '*' | null, key: string): Query {
  const all = ofOne[statuses ?? 'listed'];
  const known = all.get(query);
  if (known?.key === key) return known.query;
  const made = restrict(withoutFilter(query, statuses, true), key, ['']);
  all.set(query, { key, query: made });
  return made;
}

/** A query without anything that selects items, because the keys do that; a list of them still has pages. */
function withoutFilter(query: Query, statuses: '*' | null, isOne: boolean): Query {
  const page = isOne ? UNPAGED : { limit: query.limit, offset: query.offset, page: query.page };
  return { ...query, ...NO_FILTER, ...page, statuses, versioned: isOne };
}

const UNPAGED = { limit: -1, offset: null, page: null };

const NO_FILTER = {
  conditions: [],
  values: [],
  search: null,
  position: null,
  single: null,
};

/** The reader for keys that no item can have. */
const NO_ROWS: Reader = { all: () => [] };

/** What the metadata of a list of keys counts if the list has a URL. */
interface CountedList {
  readonly collection: Collection;
  readonly query: Query;
  readonly url: PageUrl;
}

/** A read of items by their keys that has been planned. */
interface BegunKeys extends Begun {
  readonly reader: Reader;
  readonly counted: CountedList | null;
}

function readKeys(begun: BegunKeys): Awaitable<ReadResult> {
  const { reader, compiled, query, binding, counted } = begun;
  return andThen(runRows(reader, compiled.root, binding), ({ items: data, rows }) => {
    const version = versionOf(compiled, rows[0]);
    const { values } = binding.budget;
    const result = { data, denied: compiled.plan.denied, values, ...(version && { version }) };
    if (!query.meta || query.limit === -1) return result;
    return readMeta(countedOf(begun, counted), data.length).then((meta) => ({ ...result, meta }));
  });
}

function countedOf(own: Asked, list: CountedList | null): Asked {
  return list ? { ...own, ...list, compiled: compiledFor(own.source.context, list.collection, EVERYTHING) } : own;
}

/** Returns the entity tag of an item as the caller sees it; undefined if the caller may not see it. */
export async function readVersion(source: Source, collection: Collection, key: string): Promise<string | undefined> {
  const { context, reader } = source;
  if (!isKey(primaryKeyOf(collection), key)) return undefined;
  const query = restrict({ ...WHOLE, versioned: true }, primaryKeyOf(collection).name, [key]);
  if (!planContext(context).policy.collection(collection.name).allows('read')) return undefined;
  const compiled = compiledFor(context, collection, query);
  const { rows } = await runRows(reader, compiled.root, bindingFor(context, query));
  return versionOf(compiled, rows[0]);
}
