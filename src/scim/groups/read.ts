import type { Connection } from '../../dialects/dialect.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { readList } from '../../services/items/read.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asNumber } from '../../shared/text.ts';
import { groupColumns, groupOrder } from '../filter/group-columns.ts';
import { findRow } from '../find.ts';
import { identifierOf } from '../identifier.ts';
import { type Listed, type ListParameters, listQuery, type Page } from '../list.ts';
import { GROUP_ROWS, type OwnRow, ownRows } from '../own-rows.ts';
import { locationOf, type ScimRequest, seesAll } from '../request.ts';
import type { ScimObject } from '../schema/attribute.ts';
import { GROUP, GROUP_URN } from '../schema/group.ts';
import { datesOf } from '../users/read.ts';
import { versionOf } from '../version.ts';
import { membersOf, toMember } from './members.ts';

export const ROLES = 'directus_roles';
const FIELDS = 'id,external_id,name';

/** A group as it stands: its row, its attributes, and what answers show. */
export interface FoundGroup {
  readonly item: Item;
  readonly own: OwnRow | undefined;
  readonly attributes: ScimObject;
  readonly resource: ScimObject;
  readonly version: string;
}

export const listedGroups: Listed = { definition: GROUP, columns: groupColumns, order: groupOrder, fields: FIELDS };

/** A page of groups. Errors 3, 300, `scimInvalidFilter`, `scimInvalidValue`. (Contract, C-20 to C-22.) */
export async function listGroups(request: ScimRequest, asked: ListParameters): Promise<Page> {
  const { context } = request;
  const { data, meta } = await readList(context, ROLES, listQuery(request, listedGroups, asked));
  const items = Array.isArray(data) ? data : [data];
  const groups = await toGroups(request, context.store.database, items);
  const total = isRecord(meta) ? asNumber(meta.filter_count) : items.length;
  return { total, resources: groups.map(({ resource }) => resource) };
}

/** One group. Errors 3, 203, 300. */
export async function findGroup(request: ScimRequest, connection: Connection, identifier: string): Promise<FoundGroup> {
  const item = await findRow(request, connection, ROLES, identifier, FIELDS);
  const [group] = await toGroups(request, connection, [item]);
  return group as FoundGroup;
}

async function toGroups(request: ScimRequest, connection: Connection, items: readonly Item[]): Promise<FoundGroup[]> {
  const keys = items.map(({ id }) => asNumber(id));
  const members = await membersOf(request, connection, keys);
  const rows = await ownRows(request.context, connection, GROUP_ROWS, seesAll(request) ? keys : []);
  return items.map((item) => toGroup(request, item, rows.get(asNumber(item.id)), members.get(asNumber(item.id)) ?? []));
}

function toGroup(request: ScimRequest, item: Item, own: OwnRow | undefined, users: readonly Item[]): FoundGroup {
  const id = identifierOf(item);
  const members = users.map((user) => toMember(request, user));
  const { name = null } = item;
  const externalId = typeof own?.external_id === 'string' ? own.external_id : undefined;
  const attributes = { ...(externalId !== undefined && { externalId }), displayName: name, members };
  const version = versionOf({ id: item.id, ...attributes });
  const shownId = request.standard ? externalId : item.id;
  const dates = request.standard ? datesOf(own) : {};
  const resource = {
    schemas: [GROUP_URN],
    id,
    ...(shownId !== undefined && { externalId: shownId }),
    meta: { resourceType: 'Group', ...dates, location: locationOf(request, '/Groups', id), version },
    displayName: name,
    members,
  };
  return { item, own, attributes, resource, version };
}
