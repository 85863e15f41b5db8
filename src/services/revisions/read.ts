import { brokenRule, violation } from '../../errors/violations.ts';
import type { Context } from '../../persistence/context.ts';
import type { PageUrl } from '../../persistence/read/meta.ts';
import type { Query } from '../../query/ast.ts';
import { restrict } from '../../query/parse/query.ts';
import type { Awaitable } from '../../shared/awaitable.ts';
import type { ReadResult } from '../items/read.ts';
import { type Rows, readLongList, readRows, type StreamedList } from '../items/stream.ts';

/** The item that revisions are of. */
interface Revised {
  readonly collection: string;
  readonly key: string;
}

/** Returns the revisions of one item, oldest first; none for an item that never existed. (Contract, L-40 and L-42.) */
export function readItemRevisions(
  context: Context,
  of: Revised,
  query: Query,
  url?: PageUrl,
): Awaitable<ReadResult | StreamedList> {
  return readLongList(context, 'directus_revisions', ofItem(query, of), url);
}

/** The same revisions, to be exported. */
export function readRevisionRows(context: Context, of: Revised, query: Query): Promise<Rows> {
  return readRows(context, 'directus_revisions', ofItem(query, of));
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
