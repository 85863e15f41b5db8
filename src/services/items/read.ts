import type { Reader } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import { planContext, type Scope } from '../../persistence/context.ts';
import { onCurrentSchema } from '../../persistence/current-schema.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { bindingFor } from '../../persistence/read/binding.ts';
import type { CompiledRead } from '../../persistence/read/compiled-read.ts';
import { type Asked, type Meta, type PageUrl, readMeta } from '../../persistence/read/meta.ts';
import { type Page, readPage } from '../../persistence/read/page.ts';
import { compiledFor } from '../../persistence/read/plans.ts';
import { type Reading, runRows } from '../../persistence/read/run-read.ts';
import { versionOf, versionOfAnswer } from '../../persistence/read/version.ts';
import { replaying, WHOLE, type Whole } from '../../persistence/read/whole.ts';
import type { Source } from '../../persistence/source.ts';
import type { Query } from '../../query/ast.ts';
import { EVERYTHING, restrict } from '../../query/parse/query.ts';
import type { IndexHint } from '../../query/plan/index-hints.ts';
import type { ReadPlan } from '../../query/plan/plan.ts';
import { priceWith } from '../../query/plan/price.ts';
import { isKey } from '../../query/plan/write/keys.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { type Awaitable, andThen } from '../../shared/awaitable.ts';
import { filterItems } from '../hooks/item-hooks.ts';
import { ruledItems, withDeciding } from './ruled-read.ts';

/** The result of a read. */
export interface ReadResult {
  /** A list or a single item. */
  readonly data: Item[] | Item;
  /** Absent unless requested. */
  readonly meta?: Meta;
  /** Relations that the caller may not read: the collections, by the field that leads there. */
  readonly denied: ReadPlan['denied'];
  /** How many values are shown, if they were counted. */
  readonly values?: number;
  /** The entity tag, for a single item only. It begins with the tag of the item itself. */
  readonly version?: string;
}

/** A read that has been planned and charged. */
export interface Begun {
  readonly source: Source;
  readonly query: Query;
  readonly compiled: CompiledRead;
  readonly binding: Reading;
}

export interface Found extends Page, Begun {
  /** The number of rows before the collection's rules left some out. */
  readonly found: number;
}

/**
 * Reads a list of items, or with `single` the first of them. Errors: 200, 202, 214, 215, 300 (3 for the public), 203 if
 * a single item is missing. (Contract, I-1, Q-1 and Q-81.)
 */
export function readList(source: Source, collectionName: string, query: Query, url?: PageUrl): Awaitable<ReadResult> {
  return onCurrentSchema(source, () => listNow(source, collectionName, query, url));
}

function listNow(source: Source, collectionName: string, query: Query, url?: PageUrl): Awaitable<ReadResult> {
  const collection = presentCollection(source.context, collectionName);
  return listBegun(beginRead(source, collection, query), url);
}

/** Reads the list of a read that has been planned. Error 203 for a missing single item. */
export function listBegun(begun: Begun, url?: PageUrl): Awaitable<ReadResult> {
  const { source, compiled } = begun;
  const { extensions } = source.context.store;
  return andThen(foundOf(begun), (found) => {
    const read = withoutEmpty(found.items);
    const items = extensions ? filterItems(source, compiled.plan.root.collection.name, read) : read;
    return andThen(items, (shown) => listOf(found, shown, url));
  });
}

/** The result for the items that a query has found, of which `shown` remain. */
function listOf(found: Found, shown: Item[], url: PageUrl | undefined): Awaitable<ReadResult> {
  const { query, compiled, binding } = found;
  const single = query.single === true;
  if (query.single !== null && shown.length === 0) throw new ApiError('itemNotFound');
  const data = single ? (shown[0] ?? {}) : shown;
  const { denied } = compiled.plan;
  const { values } = binding.budget;
  if (!query.meta) return { data, denied, values };
  return readMeta({ ...found, url }, single ? null : shown.length).then((meta) => ({ data, denied, values, meta }));
}

/** Reads the items that match a query, including those without visible fields, along with what the metadata needs. */
export function readFound(source: Source, collection: Collection, query: Query): Awaitable<Found> {
  return foundOf(beginRead(source, collection, query));
}

/** Plans and charges the read of a list, and notes which indexes would help it. Errors as of {@link readList}. */
export function beginRead(source: Source, collection: Collection, query: Query): Begun {
  const { context } = source;
  const compiled = deniedAsList(context, query, () =>
    compiledFor(context, collection, withDeciding(collection, query)),
  );
  const binding = bindingFor(context, query);
  binding.budget.charge(priceWith(compiled.price, query.meta));
  if (compiled.hints.length > 0) advise(context, compiled.hints);
  return { source, query, compiled, binding };
}

function foundOf(begun: Begun): Awaitable<Found> {
  const { source, query, compiled, binding } = begun;
  const { collection } = compiled.plan.root;
  return andThen(
    atPlace(source.context, query, () => readPage(source.reader, compiled, binding)),
    (page) =>
      andThen(ruledItems(source, collection, query, page.items), (items) => ({
        ...begun,
        found: page.items.length,
        ...page,
        items,
      })),
  );
}

/** Notes which indexes would help a read if the tables are large. */
export function advise({ store, hints }: Scope, of: readonly IndexHint[]): void {
  for (const hint of store.indexAdvice.on(of)) hints?.add(hint);
}

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

/** Answers a denied read as unauthorized for the public, and as a missing item if a single one was requested. */
export function deniedAsList<T>(context: Scope, query: Query, read: () => T): T {
  return onDenial(read, (error) => {
    if (context.caller.kind === 'public') return new ApiError('unauthorized');
    return query.single === null ? error : new ApiError('itemNotFound');
  });
}

function onDenial<T>(read: () => T, replace: (error: ApiError) => ApiError): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ApiError && error.entry === 'readDenied' ? replace(error) : error;
  }
}

/** A cursor value that the engine rejects did not come from a list: error 12. */
export function atPlace<T>(scope: Scope, query: Query, read: () => Awaitable<T>): Awaitable<T> {
  return query.position ? readAtPlace(scope, read) : read();
}

async function readAtPlace<T>({ store }: Scope, read: () => Awaitable<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (store.dialect.classify(error)?.kind !== 'value') throw error;
    throw unprocessable('The cursor holds a value of another type');
  }
}

/** Leaves out items without any field. (Contract, Q-24.) */
export function withoutEmpty(items: Item[]): Item[] {
  return items.some(isEmpty) ? items.filter((item) => !isEmpty(item)) : items;
}

function isEmpty(item: Item): boolean {
  for (const _ in item) return false;
  return true;
}
