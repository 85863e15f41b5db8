import type { Octavo, Untyped } from '@octavo/client';
import { keySegment, pathOf } from '../api/items.ts';
import { type Activity, type NestedRevision, type Revision, revisionOf, type State } from './entries.ts';

/** An item, and where the next page of its history begins. */
export interface Asked {
  readonly client: Octavo<Untyped>;
  readonly collection: string;
  readonly item: string;
}

export const PAGE = 25;
const ACTIVITY_FIELDS =
  'id,action,action_on,comment,edited_on,comment_deleted_on,action_by.id,action_by.first_name,action_by.last_name,action_by.avatar.id,action_by.avatar.private_hash';
const REVISION_FIELDS = 'id,activity,data,delta';

/** A page of an item's activity, newest first; `below` is the id at which the page before ended. */
export const readActivities = ({ client, collection, item }: Asked, below: number | null): Promise<Activity[]> =>
  client.request('GET', '/activity', {
    fields: ACTIVITY_FIELDS,
    sort: '-id',
    limit: PAGE,
    'filter[collection][eq]': collection,
    'filter[item][eq]': item,
    ...(below !== null && { 'filter[id][lt]': below }),
  });

/** The states after the activities of a page, and the one before them. */
export async function readRevisions({ client, collection, item }: Asked, below: number | null): Promise<Revision[]> {
  const path = `${pathOf(collection)}/${keySegment(item)}/revisions`;
  const rows = await client.request<Revision[]>('GET', path, {
    fields: REVISION_FIELDS,
    sort: '-id',
    limit: PAGE + 1,
    ...(below !== null && { 'filter[activity][lt]': below }),
  });
  return rows.map(revisionOf);
}

/** The states of items in the item's lists that were written with it. */
export async function readNested({ client, collection, item }: Asked, below: number | null): Promise<NestedRevision[]> {
  const rows = await client.request<NestedRevision[]>('GET', '/revisions', {
    fields: `${REVISION_FIELDS},collection,item`,
    sort: '-id',
    limit: PAGE * 4,
    'filter[parent_collection][eq]': collection,
    'filter[parent_item][eq]': item,
    ...(below !== null && { 'filter[activity][lt]': below }),
  });
  return rows.map(revisionOf);
}

/** The item as it is now, without its lists. */
export const readPresent = ({ client, collection, item }: Asked): Promise<State> =>
  client.request('GET', `${pathOf(collection)}/${keySegment(item)}`, { fields: '*' });

/** Restores all values of a revision. */
export const revert = ({ client, collection, item }: Asked, revision: number): Promise<unknown> =>
  client.request('PATCH', `${pathOf(collection)}/${keySegment(item)}/revert/${revision}`);
