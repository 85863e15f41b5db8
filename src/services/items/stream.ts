import type { Query } from '../../query/ast.ts';
import type { ReadPlan } from '../../query/plan/plan.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { collectionOf } from '../../schema/schema.ts';
import type { Context } from '../context.ts';
import { type Meta, readMeta } from './meta.ts';
import { limitOf } from './paging.ts';
import { bindingFor, compiledFor, type PageUrl, type ReadResult, readList, withoutEmpty } from './read.ts';
import { streamNode } from './run-read.ts';

/** Lists of fewer items are read at once. */
const LONG = 1_000;
const CHUNK = 500;

/** A long list, of which some items are there at a time. */
export interface StreamedList {
  readonly items: AsyncIterable<Item[]>;
  readonly meta?: Meta;
  readonly denied: ReadPlan['denied'];
}

/**
 * Reads a list as {@link readList} does, with the same errors; one without a limit that turns out to be long is
 * answered as a stream, so that it never is in memory as a whole.
 */
export async function readLongList(
  context: Context,
  collection: string,
  query: Query,
  url?: PageUrl,
): Promise<ReadResult | StreamedList> {
  if (!mayStream(context, query)) return readList(context, collection, query, url);
  const beginning = await readList(context, collection, { ...query, limit: LONG, offset: 0, meta: null });
  const isLong = Array.isArray(beginning.data) && beginning.data.length === LONG;
  if (isLong) return streamList(context, collection, query);
  return query.meta ? readList(context, collection, query, url) : beginning;
}

/** What tells how many items there are comes before them, so they must be at hand. */
function mayStream({ store }: Context, query: Query): boolean {
  const { meta, single } = query;
  const counted = meta !== null && (meta.has('result_count') || meta.has('page'));
  return single === null && !counted && limitOf(store.catalog.settings, query) < 0;
}

async function streamList(context: Context, name: string, query: Query): Promise<StreamedList> {
  const collection = collectionOf(context.store.catalog.schema, name);
  const compiled = compiledFor(context, collection, query);
  const binding = bindingFor(context, query);
  const meta = query.meta ? await readMeta({ context, compiled, query, binding }, []) : undefined;
  const items = shown(streamNode(context.store.database, compiled.root, binding, CHUNK));
  return { items, denied: compiled.plan.denied, ...(meta && { meta }) };
}

async function* shown(chunks: AsyncIterable<Item[]>): AsyncGenerator<Item[]> {
  for await (const items of chunks) yield withoutEmpty(items);
}
