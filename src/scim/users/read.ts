import type { Connection } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import { parseFields } from '../../query/parse/fields.ts';
import { EVERYTHING, restrict } from '../../query/parse/query.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { isoDatetime } from '../../shared/datetime.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asNumber, asText } from '../../shared/text.ts';
import { userColumns, userOrder } from '../filter/user-columns.ts';
import { findRow, findRows } from '../find.ts';
import { identifierOf } from '../identifier.ts';
import type { Listed, ListParameters, Page } from '../list.ts';
import { readPage } from '../read-page.ts';
import { locationOf, type ScimRequest, seesAll } from '../request.ts';
import type { ScimObject } from '../schema/attribute.ts';
import { ENTERPRISE_URN, USER, USER_URN } from '../schema/user.ts';
import { type ScimRow, scimRows, USER_ROWS } from '../scim-rows.ts';
import { versionOf } from '../version.ts';
import { attributesOf } from './mapping.ts';

export const USERS = 'directus_users';
const FIELDS =
  'id,external_id,status,email,first_name,last_name,title,locale,timezone,role.id,role.external_id,role.name';

/** A user: its rows, its attributes, and its SCIM form. */
export interface FoundUser {
  readonly item: Item;
  readonly own: ScimRow | undefined;
  readonly attributes: ScimObject;
  readonly resource: ScimObject;
  readonly version: string;
}

const listedUsers: Listed = { definition: USER, columns: userColumns, order: userOrder, fields: FIELDS };

/** A page of users. Errors 3, 300, `scimInvalidFilter`, `scimInvalidValue`. (Contract, C-20 to C-22.) */
export function listUsers(request: ScimRequest, asked: ListParameters): Promise<Page> {
  return readPage(request, USERS, listedUsers, asked, withScimRows);
}

/** One user. Errors 3, 203, 300. */
export async function findUser(request: ScimRequest, connection: Connection, identifier: string): Promise<FoundUser> {
  const item = await findRow(request, connection, USERS, identifier, FIELDS);
  const [user] = await withScimRows(request, connection, [item]);
  return user as FoundUser;
}

/** The user with an internal key, found with the permissions of `finder`. Error 203. */
export async function userOfKey(
  request: ScimRequest,
  connection: Connection,
  key: number,
  finder = request,
): Promise<FoundUser> {
  const query = restrict({ ...EVERYTHING, fields: parseFields(FIELDS), shape: 'scim key' }, 'id', [String(key)]);
  const [user] = await withScimRows(request, connection, await findRows(finder, connection, USERS, query));
  if (!user) throw new ApiError('itemNotFound');
  return user;
}

async function withScimRows(
  request: ScimRequest,
  connection: Connection,
  items: readonly Item[],
): Promise<FoundUser[]> {
  const keys = seesAll(request) ? items.map(({ id }) => asNumber(id)) : [];
  const rows = await scimRows(request.context, connection, USER_ROWS, keys);
  return items.map((item) => toUser(request, item, rows.get(asNumber(item.id))));
}

function toUser(request: ScimRequest, item: Item, own: ScimRow | undefined): FoundUser {
  const attributes = attributesOf(item, own);
  const groups = groupsOf(request, item.role);
  const version = versionOf({ attributes, groups, id: item.id, status: item.status });
  const resource = request.standard
    ? standardUser(request, item, own, attributes, groups, version)
    : specifiedUser(request, item, version);
  return { item, own, attributes, resource, version };
}

function groupsOf(request: ScimRequest, role: unknown): readonly ScimObject[] {
  if (!isRecord(role) || !('name' in role)) return [];
  const value = identifierOf(role);
  return [{ value, $ref: locationOf(request, '/Groups', value), display: role.name, type: 'direct' }];
}

/** The format of the specification: exactly these members. */
function specifiedUser(request: ScimRequest, item: Item, version: string): ScimObject {
  const id = identifierOf(item);
  const { email = null, first_name = null, last_name = null, locale = null, timezone = null } = item;
  return {
    schemas: [USER_URN],
    id,
    externalId: item.id,
    meta: { resourceType: 'User', location: locationOf(request, '/Users', id), version },
    name: { familyName: last_name, givenName: first_name },
    userName: email,
    emails: [{ value: email, type: 'work', primary: true }],
    locale,
    timezone,
    active: item.status === 'active',
  };
}

function standardUser(
  request: ScimRequest,
  item: Item,
  own: ScimRow | undefined,
  attributes: ScimObject,
  groups: readonly ScimObject[],
  version: string,
): ScimObject {
  const id = identifierOf(item);
  const { [ENTERPRISE_URN]: enterprise, ...core } = attributes;
  return {
    schemas: enterprise ? [USER_URN, ENTERPRISE_URN] : [USER_URN],
    id,
    ...core,
    ...(groups.length > 0 && { groups }),
    ...(enterprise !== undefined && { [ENTERPRISE_URN]: withManager(request, enterprise as ScimObject) }),
    meta: { resourceType: 'User', ...datesOf(own), location: locationOf(request, '/Users', id), version },
  };
}

function withManager(request: ScimRequest, enterprise: ScimObject): ScimObject {
  const { manager } = enterprise;
  if (!isRecord(manager) || typeof manager.value !== 'string') return enterprise;
  return { ...enterprise, manager: { value: manager.value, $ref: locationOf(request, '/Users', manager.value) } };
}

/** When a resource was first and last provisioned. */
export function datesOf(own: ScimRow | undefined): ScimObject {
  const date = (stored: unknown): string => isoDatetime(asText(stored)).replace('+00:00', 'Z');
  return own ? { created: date(own.created_on), lastModified: date(own.modified_on) } : {};
}
