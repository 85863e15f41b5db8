import { ApiError } from '../../errors/api-error.ts';
import { violation } from '../../errors/violations.ts';
import type { FieldTree, Query } from '../../query/ast.ts';
import { restrict } from '../../query/parse/query.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { isAdmin } from '../caller.ts';
import type { Context } from '../context.ts';
import { type PageUrl, type ReadResult, readByKeys } from '../items/read.ts';
import { readLongList, type StreamedList } from '../items/stream.ts';
import { readableCollections, visibleRevisions } from './visible.ts';

/** What decides whether a revision may be seen; selected even where it was not asked for. */
const DECIDING = ['id', 'collection', 'item', 'data', 'delta'];

/** The revisions of one item, the oldest first; none for an item that never was. (Facts of items, section 6.3.) */
export function readItemRevisions(
  context: Context,
  collection: string,
  key: string,
  query: Query,
  url?: PageUrl,
): Promise<ReadResult | StreamedList> {
  return readRevisions(context, ofItem(query, collection, key), url);
}

/** Revisions of any items. Errors 300, 3. */
export async function readRevisions(context: Context, query: Query, url?: PageUrl): Promise<ReadResult | StreamedList> {
  const result = await readLongList(context, 'directus_revisions', ofReadable(context, withDeciding(query)), url);
  if ('items' in result) return { ...result, items: shownOf(context, result.items, query) };
  const list = Array.isArray(result.data) ? result.data : [result.data];
  const data = await shown(context, list, query);
  if (Array.isArray(result.data)) return { ...result, data };
  if (!data[0]) throw new ApiError('itemNotFound');
  return { ...result, data: data[0] };
}

/** Revisions by their ids. */
export async function readRevisionsByKeys(
  context: Context,
  keys: readonly string[],
  query: Query,
): Promise<ReadResult> {
  const result = await readByKeys(context, 'directus_revisions', keys, withDeciding(query));
  const list = Array.isArray(result.data) ? result.data : [result.data];
  const data = await shown(context, list, query);
  if (keys.length > 1) return { ...result, data };
  if (!data[0]) throw new ApiError('itemWithIdNotFound', { id: keys[0] ?? '' });
  return { ...result, data: data[0] };
}

async function* shownOf(context: Context, chunks: AsyncIterable<Item[]>, query: Query): AsyncGenerator<Item[]> {
  for await (const items of chunks) yield shown(context, items, query);
}

/** Of these revisions what the caller may see, and has asked for. */
async function shown(context: Context, revisions: readonly Item[], { fields }: Query): Promise<Item[]> {
  return (await visibleRevisions(context, revisions)).map((item) => narrowed(item, fields));
}

/** The revision that many steps back from the newest, which is 0. Errors 4, 203. (Decisions, "Reading".) */
export async function readRevisionBack(
  context: Context,
  collection: string,
  key: string,
  steps: string,
  query: Query,
): Promise<ReadResult | StreamedList> {
  if (!/^-?\d{1,9}(\.\d+)?$/.test(steps))
    throw new ApiError('validation', { violations: `offset: ${violation.type('numeric')}` });
  const offset = Math.max(0, Math.trunc(Number(steps)));
  const newest = { token: '-id', field: 'id', descending: true, random: false };
  return readItemRevisions(context, collection, key, {
    ...query,
    conditions: [],
    values: [],
    search: null,
    sort: [newest],
    shape: `${query.shape}|newest`,
    offset,
    limit: 1,
    page: null,
    position: null,
    single: true,
  });
}

/** Narrowed to one item, beside the caller's own filter. */
function ofItem(query: Query, collection: string, key: string): Query {
  return restrict(restrict(query, 'collection', [collection]), 'item', [key]);
}

/** Others are not counted either. */
function ofReadable(context: Context, query: Query): Query {
  return isAdmin(context.caller) ? query : restrict(query, 'collection', ['', ...readableCollections(context)]);
}

function withDeciding(query: Query): Query {
  const names = new Map(query.fields.names);
  for (const name of DECIDING) if (!names.has(name)) names.set(name, null);
  return { ...query, fields: { ...query.fields, names, without: new Set() }, shape: `${query.shape}|revisions` };
}

/** Leaves out what was selected only to decide. */
function narrowed(item: Item, fields: FieldTree): Item {
  const isAsked = (name: string): boolean => !fields.without.has(name) && (fields.all || fields.names.has(name));
  return Object.fromEntries(Object.entries(item).filter(([name]) => !DECIDING.includes(name) || isAsked(name)));
}
