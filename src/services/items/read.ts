import { bind } from '../../dialects/bind.ts';
import type { Connection, Reader } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import { roleOf, userIdOf } from '../../permissions/caller.ts';
import { type Context, planContext } from '../../persistence/context.ts';
import { onCurrentSchema } from '../../persistence/current-schema.ts';
import { type Known, knowing } from '../../persistence/latest.ts';
import { budgetFor } from '../../persistence/read/budget.ts';
import type { CompiledRead } from '../../persistence/read/compiled-read.ts';
import { type Asked, type Meta, type PageUrl, readMeta } from '../../persistence/read/meta.ts';
import { type Page, readPage } from '../../persistence/read/page.ts';
import { offsetOf } from '../../persistence/read/paging.ts';
import { compiledFor } from '../../persistence/read/plans.ts';
import { decodeRows, type Reading, runRows } from '../../persistence/read/run-read.ts';
import { versionOf, versionOfAnswer } from '../../persistence/read/version.ts';
import type { Query } from '../../query/ast.ts';
import { EVERYTHING, restrict } from '../../query/parse/query.ts';
import type { ReadPlan } from '../../query/plan/plan.ts';
import { priceWith } from '../../query/plan/price.ts';
import { isKey } from '../../query/plan/write/keys.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import { collectionOf, primaryKeyOf } from '../../schema/schema.ts';
import { asText } from '../../shared/text.ts';
import { fileData } from '../files/data.ts';
import { filterItems } from '../hooks/item-hooks.ts';
import { ruledItems, withDeciding } from './ruled-read.ts';

const WHOLE: Query = { ...EVERYTHING, statuses: '*' };

/** What a read answers. */
export interface ReadResult {
  /** A list, or one item. */
  readonly data: Item[] | Item;
  /** Absent unless it was asked for. */
  readonly meta?: Meta;
  /** Relations that the caller may not read: the collections, by the field that leads there. */
  readonly denied: ReadPlan['denied'];
  /** How many values are shown, where somebody has counted. */
  readonly values?: number;
  /** Of a single item: a mark that changes with what is answered; it begins with the item's own. */
  readonly version?: string;
}

export interface Found extends Page {
  readonly context: Context;
  readonly query: Query;
  readonly compiled: CompiledRead;
  readonly binding: Reading;
  /** How many there were before the rules of the collection left some out. */
  readonly found: number;
}

/**
 * Reads a list of a collection's items, or with `single` the first of them. Errors: 200, 202, 214, 215, 300 (3 for
 * the public), 203 where a single item is missing. (Contract, I-1, Q-1 and Q-81.)
 */
export function readList(context: Context, collectionName: string, query: Query, url?: PageUrl): Promise<ReadResult> {
  return onCurrentSchema(context, () => listNow(context, collectionName, query, url));
}

async function listNow(context: Context, collectionName: string, query: Query, url?: PageUrl): Promise<ReadResult> {
  const collection = collectionOf(context.store.catalog.schema, collectionName);
  const { items, found: _found, ...asked } = await readFound(context, collection, query);
  const read = withoutEmpty(items);
  const found = context.store.extensions ? await filterItems(context, collectionName, read) : read;
  const single = query.single === true;
  if (query.single !== null && found.length === 0) throw new ApiError('itemNotFound');
  const data = single ? (found[0] ?? {}) : found;
  const meta = query.meta ? await readMeta({ ...asked, url }, single ? null : found.length) : undefined;
  const { values } = asked.binding.budget;
  return { data, denied: asked.compiled.plan.denied, values, ...(meta && { meta }) };
}

/** The items that a query finds, also those that show nothing, with what tells more of the list. */
export async function readFound(context: Context, collection: Collection, query: Query): Promise<Found> {
  const compiled = deniedAsList(context, query, () =>
    compiledFor(context, collection, withDeciding(collection, query)),
  );
  const binding = bindingFor(context, query);
  binding.budget.charge(priceWith(compiled.price, query.meta));
  const { items: found, ends } = await atPlace(context, query, () =>
    readPage(context.store.database, compiled, binding),
  );
  const items = await ruledItems(context, collection, query, found);
  return { context, query, compiled, binding, items, found: found.length, ...(ends && { ends }) };
}

/**
 * Reads items by their keys: one key answers an item (error 203 when it is missing), several a list of those that
 * are there. The query's filter, search and status do not apply; `statuses` tells whether hidden items count. Where the
 * list has an address, its metadata counts the whole collection. (Contract, I-13 and Q-176.)
 */
export function readByKeys(
  context: Context,
  collectionName: string,
  keys: readonly string[],
  query: Query,
  statuses: '*' | null = null,
  url?: PageUrl,
): Promise<ReadResult> {
  const reader = context.store.database;
  return onCurrentSchema(context, () => byKeysNow(context, collectionName, keys, query, { statuses, reader, url }));
}

/** The same of an item that was just written: by what its transaction has read of it, where that is the same statement. */
export function readKnown(
  context: Context,
  collectionName: string,
  key: string,
  query: Query,
  known: Known,
): Promise<ReadResult> {
  const how: Source = { statuses: '*', reader: knowing(context.store.database, known) };
  return onCurrentSchema(context, () => byKeysNow(context, collectionName, [key], query, how));
}

/** Where items are read from, whether hidden ones count, and where the list has an address. */
interface Source {
  readonly statuses: '*' | null;
  readonly reader: Reader;
  readonly url?: PageUrl | undefined;
}

async function byKeysNow(
  context: Context,
  collectionName: string,
  keys: readonly string[],
  query: Query,
  { statuses, reader, url }: Source,
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
    position: null,
    single: null,
    versioned: keys.length === 1,
    limit: keys.length === 1 ? -1 : query.limit,
  };
  const restricted = restrictedTo(collection, usable, byKey);
  const compiled = onDenial(
    () => compiledFor(context, collection, withDeciding(collection, restricted)),
    (error) => (keys.length > 1 ? error : new ApiError('itemNotFound')),
  );
  const whole = url && { collection, query: byKey, url };
  const result = await readKeys(context, usable.length > 0 ? reader : NOBODY, compiled, restricted, whole);
  const read = await ruledItems(context, collection, query, result.data as Item[]);
  const data = context.store.extensions ? await filterItems(context, collectionName, read) : read;
  const [first] = data;
  if (keys.length > 1) return { ...result, data };
  if (!first) throw new ApiError('itemWithIdNotFound', { id: keys[0] ?? '' });
  const meta = query.meta ? await readMeta({ context, query }, null, collection) : undefined;
  if (Object.keys(first).length === 0) return { data: [], denied: result.denied, ...(meta && { meta }) };
  const shown = { data: first, denied: result.denied, ...(meta && { meta }) };
  const { version = '' } = result;
  const isOwn = compiled.root.children.length === 0 && !meta && data === result.data;
  return { ...shown, version: isOwn ? version : versionOfAnswer(version, [first, meta]) };
}

function restrictedTo(collection: Collection, keys: readonly string[], query: Query): Query {
  return restrict(query, primaryKeyOf(collection).name, keys.length > 0 ? keys : ['']);
}

/** Answers for keys that no item can have. */
const NOBODY: Reader = { all: async () => [] };

/** What the metadata of a list of keys counts instead, where the list has an address. */
interface Whole {
  readonly collection: Collection;
  readonly query: Query;
  readonly url: PageUrl;
}

async function readKeys(
  context: Context,
  reader: Reader,
  compiled: CompiledRead,
  query: Query,
  whole?: Whole,
): Promise<ReadResult> {
  const binding = bindingFor(context, query);
  binding.budget.charge(priceWith(compiled.price, null));
  const { items: data, rows } = await runRows(reader, compiled.root, binding);
  const counted = query.meta && query.limit !== -1;
  const meta = counted
    ? await readMeta(countedOf({ context, compiled, query, binding }, whole), data.length)
    : undefined;
  const version = compiled.plan.version.length > 0 && rows[0] ? versionOf(compiled, rows[0]) : undefined;
  return { data, denied: compiled.plan.denied, ...(meta && { meta }), ...(version && { version }) };
}

function countedOf(own: Asked, whole: Whole | undefined): Asked {
  return whole ? { ...own, ...whole, compiled: compiledFor(own.context, whole.collection, EVERYTHING) } : own;
}

/** The mark of an item as the caller may see it, inside a transaction; undefined where it may not be seen. */
export async function readVersion(
  context: Context,
  connection: Connection,
  collection: Collection,
  key: string,
): Promise<string | undefined> {
  if (!isKey(primaryKeyOf(collection), key)) return undefined;
  const query = restrictedTo(collection, [key], { ...WHOLE, versioned: true });
  if (!planContext(context).policy.collection(collection.name).allows('read')) return undefined;
  const compiled = compiledFor(context, collection, query);
  const { rows } = await runRows(connection, compiled.root, bindingFor(context, query));
  return rows[0] && versionOf(compiled, rows[0]);
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

/** A value of a cursor that the engine refuses is not one that a list has given: error 12. */
async function atPlace<T>({ store }: Context, { position }: Query, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!position || store.dialect.classify(error)?.kind !== 'value') throw error;
    throw new ApiError('unprocessable', { reason: 'The cursor holds a value of another type' });
  }
}

/** Items without a single field are left out. (Contract, Q-24.) */
export function withoutEmpty(items: Item[]): Item[] {
  return items.some(isEmpty) ? items.filter((item) => !isEmpty(item)) : items;
}

function isEmpty(item: Item): boolean {
  for (const _ in item) return false;
  return true;
}

/** The values with which a query runs for a context's caller. */
export function bindingFor(context: Context, query: Query): Reading {
  return {
    values: query.values,
    search: query.search,
    user: userIdOf(context.caller),
    role: roleOf(context.caller),
    now: context.now,
    timeZone: context.store.catalog.settings.timeZone,
    offset: offsetOf(context.store.catalog.settings, query),
    ...(query.position && { position: query.position.values }),
    keys: [],
    compute: (_field, values) => fileData(context, values),
    budget: context.joint?.budget ?? budgetFor(context.store.catalog.settings, context.caller),
  };
}

/** Reads one item with every column as the server itself sees it, inside a transaction; undefined when it is gone. */
export async function readWhole(
  context: Context,
  connection: Connection,
  collection: Collection,
  key: string,
): Promise<Item | undefined> {
  return (await readWholeKnown(context, connection, collection, key)).item;
}

/** The same, with the statement that read it. */
export async function readWholeKnown(
  context: Context,
  connection: Connection,
  collection: Collection,
  key: string,
): Promise<{ readonly item: Item | undefined; readonly known: Known }> {
  const { items, known } = await wholesOf(context, connection, collection, [key]);
  return { item: items[0], known };
}

/** The same of several items, by their keys. */
export async function readWholes(
  context: Context,
  connection: Connection,
  collection: Collection,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Item>> {
  const { items } = await wholesOf(context, connection, collection, keys);
  const { name } = primaryKeyOf(collection);
  return new Map(items.map((item) => [asText(item[name]), item]));
}

async function wholesOf(context: Context, connection: Connection, collection: Collection, keys: readonly string[]) {
  const query = restrict(WHOLE, primaryKeyOf(collection).name, keys);
  const asServer: Context = { ...context, caller: { kind: 'system' } };
  const { root } = compiledFor(asServer, collection, query);
  const binding = bindingFor(asServer, query);
  const statement = bind(root.printed, binding);
  const rows = await connection.all(statement);
  const { items } = await decodeRows(connection, root, rows, binding);
  return { items, known: { statement, rows } };
}
