import type { Octavo, Untyped } from '@octavo/client';
import {
  type Entry,
  entriesOf,
  type NestedRevision,
  type Revision,
  revisionOf,
  type State,
} from '../history/entries.ts';
import type { Deed } from './sentence.ts';

export const DEED_FIELDS = [
  'id',
  'action',
  'action_on',
  'collection',
  'item',
  'comment',
  'edited_on',
  'comment_deleted_on',
  'ip',
  'user_agent',
  'action_by.id',
  'action_by.first_name',
  'action_by.last_name',
  'action_by.email',
  'action_by.avatar.id',
  'action_by.avatar.private_hash',
] as const;

/** The fields of an export for an audit. */
export const AUDIT_FIELDS = [
  'id',
  'action_on',
  'action',
  'action_by.id',
  'action_by.first_name',
  'action_by.last_name',
  'action_by.email',
  'collection',
  'item',
  'comment',
  'ip',
  'user_agent',
] as const;

/** What the writes among some records sent: by the record's id. */
export async function readDeltas(
  client: Octavo<Untyped>,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, State>> {
  if (ids.length === 0) return new Map();
  const rows = await client.request<Revision[]>('GET', '/revisions', {
    fields: 'activity,delta',
    'filter[activity][in]': ids.join(),
    limit: -1,
    ...(signal && { signal }),
  });
  return new Map(rows.map(revisionOf).map(({ activity, delta }) => [activity, delta]));
}

const REVISION = 'id,activity,data,delta';
const MAX_NESTED = 100;

/** A record with its state, the state before, and the changes of the same write in the item's lists. */
export async function readEntry(client: Octavo<Untyped>, deed: Deed): Promise<Entry> {
  const { collection, item, id } = deed;
  const mine = { 'filter[collection][eq]': collection, 'filter[item][eq]': item };
  const [revisions, nested, next] = await Promise.all([
    client.request<Revision[]>('GET', '/revisions', {
      ...mine,
      fields: REVISION,
      'filter[activity][lte]': id,
      sort: '-id',
      limit: 2,
    }),
    client.request<NestedRevision[]>('GET', '/revisions', {
      fields: `${REVISION},collection,item`,
      'filter[parent_collection][eq]': collection,
      'filter[parent_item][eq]': item,
      'filter[activity][gt]': id,
      sort: 'id',
      limit: MAX_NESTED,
    }),
    client.request<{ id: number }[]>('GET', '/activity', {
      ...mine,
      fields: 'id',
      'filter[id][gt]': id,
      'filter[action][neq]': 'comment',
      sort: 'id',
      limit: 1,
    }),
  ]);
  const end = next[0]?.id ?? Number.POSITIVE_INFINITY;
  const within = nested.map(revisionOf).filter(({ activity }) => activity < end);
  const [entry] = entriesOf([deed], revisions.map(revisionOf), within);
  if (!entry) throw new Error('a record has an entry');
  return entry;
}
