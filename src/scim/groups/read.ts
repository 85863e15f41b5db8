import type { Connection } from '../../dialects/dialect.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { asNumber } from '../../shared/text.ts';
import { groupColumns, groupOrder } from '../filter/group-columns.ts';
import { findRow } from '../find.ts';
import { identifierOf } from '../identifier.ts';
import type { Listed, ListParameters, Page } from '../list.ts';
import { readPage } from '../read-page.ts';
import { locationOf, type ScimRequest, seesAll } from '../request.ts';
import type { ScimObject } from '../schema/attribute.ts';
import { GROUP, GROUP_URN } from '../schema/group.ts';
import { GROUP_ROWS, type ScimRow, scimRows } from '../scim-rows.ts';
import { datesOf } from '../users/read.ts';
import { versionOf } from '../version.ts';
import { membersOf, toMember } from './members.ts';

export const ROLES = 'directus_roles';
const FIELDS = 'id,external_id,name';

/** A group: its row, its attributes, and its SCIM form. */
export interface FoundGroup {
  readonly item: Item;
  readonly own: ScimRow | undefined;
  readonly attributes: ScimObject;
  readonly resource: ScimObject;
  readonly version: string;
}

const listedGroups: Listed = { definition: GROUP, columns: groupColumns, order: groupOrder, fields: FIELDS };

/** A page of groups. Errors 3, 300, `scimInvalidFilter`, `scimInvalidValue`. (Contract, C-20 to C-22.) */
export function listGroups(request: ScimRequest, asked: ListParameters): Promise<Page> {
  return readPage(request, ROLES, listedGroups, asked, toGroups);
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
  const rows = await scimRows(request.context, connection, GROUP_ROWS, seesAll(request) ? keys : []);
  return items.map((item) => toGroup(request, item, rows.get(asNumber(item.id)), members.get(asNumber(item.id)) ?? []));
}

function toGroup(request: ScimRequest, item: Item, own: ScimRow | undefined, users: readonly Item[]): FoundGroup {
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
