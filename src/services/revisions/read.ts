import { brokenRule, violation } from '../../errors/violations.ts';
import type { Context } from '../../persistence/context.ts';
import type { PageUrl } from '../../persistence/read/meta.ts';
import { readOutlines } from '../../persistence/read/whole.ts';
import { committed } from '../../persistence/source.ts';
import type { Query } from '../../query/ast.ts';
import { restrict } from '../../query/parse/query.ts';
import { toKey } from '../../query/plan/write/keys.ts';
import { hasOneForm } from '../../schema/key-name.ts';
import { shownKey } from '../../schema/shown-key.ts';
import type { ReadResult } from '../items/read.ts';
import { type Rows, readLongList, readRows, type StreamedList } from '../items/stream.ts';

/** The item whose revisions are read. */
interface Revised {
  readonly collection: string;
  readonly key: string;
}

/** Returns the revisions of one item, oldest first; none for an item that never existed. (Contract, L-40 and L-42.) */
export async function readItemRevisions(
  context: Context,
  of: Revised,
  query: Query,
  url?: PageUrl,
): Promise<ReadResult | StreamedList> {
  return readLongList(context, 'directus_revisions', ofItem(query, await recorded(context, of)), url);
}

/** The revisions of an item as rows, for an export. */
export async function readRevisionRows(context: Context, of: Revised, query: Query): Promise<Rows> {
  return readRows(context, 'directus_revisions', ofItem(query, await recorded(context, of)));
}

/**
 * The item with the key under which it is recorded. For an item that no longer exists, the key must be sent in the
 * form in which answers have shown it.
 */
async function recorded(context: Context, of: Revised): Promise<Revised> {
  const collection = context.store.catalog.schema.collections.get(of.collection);
  if (!collection?.primaryKey || hasOneForm(collection.primaryKey) || toKey(collection, of.key) === null) return of;
  const [item] = (await readOutlines(committed(context), collection, [of.key])).values();
  return { ...of, key: shownKey(collection, of.key, item) };
}

/** Returns the revision this many steps before the newest, which is 0. Errors 4, 203. (Contract, L-44.) */
export async function readRevisionBack(
  context: Context,
  of: Revised,
  steps: string,
  query: Query,
): Promise<ReadResult | StreamedList> {
  if (!/^-?\d{1,9}(\.\d+)?$/.test(steps)) throw brokenRule('offset', violation.type('numeric'));
  const offset = Math.max(0, Math.trunc(Number(steps)));
  const newest = { token: '-id', field: 'id', descending: true, random: false };
  return readItemRevisions(context, of, {
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

/** Restricts the query to one item, in addition to the caller's filter. */
function ofItem(query: Query, { collection, key }: Revised): Query {
  return restrict(restrict(query, 'collection', [collection]), 'item', [key]);
}
