import { ApiError } from '../../errors/api-error.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import type { Scope } from '../../persistence/context.ts';
import { onCurrentSchema } from '../../persistence/current-schema.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { bindingFor } from '../../persistence/read/binding.ts';
import type { CompiledRead } from '../../persistence/read/compiled-read.ts';
import { type Meta, type PageUrl, readMeta } from '../../persistence/read/meta.ts';
import { type Page, readPage } from '../../persistence/read/page.ts';
import { compiledFor } from '../../persistence/read/plans.ts';
import type { Reading } from '../../persistence/read/run-read.ts';
import type { Source } from '../../persistence/source.ts';
import type { Query } from '../../query/ast.ts';
import type { IndexHint } from '../../query/plan/index-hints.ts';
import type { ReadPlan } from '../../query/plan/plan.ts';
import { priceWith } from '../../query/plan/price.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
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

/** Answers a denied read as unauthorized for the public, and as a missing item if a single one was requested. */
export function deniedAsList<T>(context: Scope, query: Query, read: () => T): T {
  return onDenial(read, (error) => {
    if (context.caller.kind === 'public') return new ApiError('unauthorized');
    return query.single === null ? error : new ApiError('itemNotFound');
  });
}

/** The result of a read, or `replace` for the error that the caller may not read. */
export function onDenial<T>(read: () => T, replace: (error: ApiError) => ApiError): T {
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

/** Whether an item has no field that the caller may see. */
export function isEmpty(item: Item): boolean {
  for (const _ in item) return false;
  return true;
}
