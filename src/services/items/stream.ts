import type { Context } from '../../persistence/context.ts';
import { onCurrentSchema } from '../../persistence/current-schema.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { bindingFor } from '../../persistence/read/binding.ts';
import { PIECE } from '../../persistence/read/budget.ts';
import type { PageUrl } from '../../persistence/read/meta.ts';
import { countOf, type Meta, readMeta } from '../../persistence/read/meta.ts';
import type { PageEnds } from '../../persistence/read/page.ts';
import { limitOf, offsetOf } from '../../persistence/read/paging.ts';
import { compiledFor } from '../../persistence/read/plans.ts';
import { isTooLarge, streamNode } from '../../persistence/read/run-read.ts';
import { committed } from '../../persistence/source.ts';
import type { Query } from '../../query/ast.ts';
import type { NodePlan, ReadPlan } from '../../query/plan/plan.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Awaitable } from '../../shared/awaitable.ts';
import { filtersReading } from '../hooks/item-hooks.ts';
import { type Found, type ReadResult, readFound, readList, withoutEmpty } from './read.ts';
import { ruledItems, withDeciding } from './ruled-read.ts';

/** Shorter lists are read at once. */
const LONG = 1_000;
const CHUNK = 500;
/** The chunk of a list whose first items are too large for one answer. */
const SHORT_CHUNK = 16;

/** A long list that is read in chunks. */
export interface StreamedList {
  readonly items: AsyncIterable<Item[]>;
  readonly meta?: Meta;
  readonly denied: ReadPlan['denied'];
}

/**
 * Reads a list as {@link readList} does, with the same errors. A long list without a limit is streamed, so that it is
 * never in memory as a whole.
 */
export function readLongList(
  context: Context,
  collection: string,
  query: Query,
  url?: PageUrl,
): Awaitable<ReadResult | StreamedList> {
  if (!mayStream(context, query) || filtersReading(context, collection))
    return readList(committed(context), collection, query, url);
  return onCurrentSchema(committed(context), () => longListNow(context, collection, query, url));
}

/** A list to be written item by item, with its field names in order. */
export interface Rows {
  readonly fields: readonly string[];
  readonly items: AsyncIterable<Item[]>;
  /** How many values are in memory already. */
  readonly values: number;
}

/** Reads a list as {@link readLongList} does, with the same errors, but without metadata. */
export async function readRows(context: Context, name: string, query: Query): Promise<Rows> {
  const list = await readLongList(context, name, query);
  const { plan } = compiledFor(context, presentCollection(context, name), query);
  const rows =
    'data' in list ? { items: atOnce([list.data].flat()), values: list.values ?? 0 } : { ...list, values: 0 };
  return { fields: plan.root.names, items: rows.items, values: rows.values };
}

async function* atOnce(items: Item[]): AsyncGenerator<Item[]> {
  yield items;
}

/**
 * Whether a list may be streamed. A query that contradicts its cursor is not streamed, so that the ordinary read
 * refuses it.
 */
export function mayStream({ store }: Pick<Context, 'store'>, query: Query): boolean {
  const { single, position, offset, page } = query;
  const contradicted = position !== null && (offset !== null || page !== null);
  const limit = limitOf(store.catalog.settings, query);
  const placed = position !== null || query.meta?.has('cursor') === true;
  return single === null && !contradicted && (limit < 0 || (limit > LONG && !placed));
}

async function longListNow(
  context: Context,
  name: string,
  query: Query,
  url: PageUrl | undefined,
): Promise<ReadResult | StreamedList> {
  const collection = presentCollection(context, name);
  const found = await beginning(context, collection, query);
  const compiled = compiledFor(context, collection, withDeciding(collection, query));
  const source = committed(context);
  const asked = { source, compiled, query, binding: bindingFor(context, query), url, ...(found && wholeEnds(found)) };
  const counted = query.meta !== null && (query.meta.has('result_count') || query.meta.has('page'));
  const long = found === null || found.found >= LONG;
  if (long && counted && mayBeEmpty(compiled.plan.root)) return readList(source, name, query, url);
  const data = withoutEmpty(found?.items ?? []);
  const shown = long && counted ? await shownOf(asked) : data.length;
  const meta = query.meta ? await readMeta(asked, shown) : undefined;
  const { denied } = compiled.plan;
  if (long) return { items: streamOf(context, asked, chunkOf(found)), denied, ...(meta && { meta }) };
  return { data, denied, values: found.binding.budget.values, ...(meta && { meta }) };
}

/** A chunk is in memory as a whole until its client has read it, so it has as many values as are worked on at once. */
function chunkOf(found: Found | null): number {
  if (!found) return SHORT_CHUNK;
  const values = found.binding.budget.values / found.found;
  return Math.min(CHUNK, Math.max(1, Math.floor(PIECE / values)));
}

/** Returns the first items of the list; null if they are too large for one answer. */
async function beginning(context: Context, collection: Collection, query: Query): Promise<Found | null> {
  const offset =
    limitOf(context.store.catalog.settings, query) < 0 ? null : offsetOf(context.store.catalog.settings, query);
  try {
    return await readFound(committed(context), collection, { ...query, limit: LONG, offset, page: null });
  } catch (error) {
    if (isTooLarge(error)) return null;
    throw error;
  }
}

/** Returns how many items a long list has within its limit. */
async function shownOf({ source, compiled, query, binding }: Omit<Found, 'items' | 'found'>): Promise<number> {
  const { settings } = source.context.store.catalog;
  const count = await countOf(source, compiled.counts.list(), binding);
  const limit = limitOf(settings, query);
  return limit < 0 ? count : Math.min(limit, Math.max(0, count - offsetOf(settings, query)));
}

/** Whether some items may show no field. They are not counted and can only be found by reading them. */
function mayBeEmpty({ columns, relations }: NodePlan): boolean {
  const shown = [...columns.filter(({ answered }) => answered), ...relations];
  return !shown.some(({ access }) => access.kind === 'always');
}

/** A list that starts at a cursor and has no limit has nothing beyond its other end. */
function wholeEnds({ ends, query: { position } }: Found): { ends?: PageEnds } {
  if (!ends) return {};
  const { after, before } = ends;
  return { ends: { after: position?.direction === 'before' ? after : null, before: position ? before : null } };
}

async function* streamOf(
  context: Context,
  { query, compiled, binding }: Pick<Found, 'query' | 'compiled' | 'binding'>,
  size: number,
): AsyncGenerator<Item[]> {
  const { collection } = compiled.plan.root;
  for await (const items of streamNode(context.store.database, compiled.root, binding, size))
    yield withoutEmpty(await ruledItems(committed(context), collection, query, items));
}
