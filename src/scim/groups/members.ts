import type { Connection } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { parseFields } from '../../query/parse/fields.ts';
import { EVERYTHING, restrict } from '../../query/parse/query.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { updateItem } from '../../services/items/write-item.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asNumber, asText } from '../../shared/text.ts';
import { findRow, findRows } from '../find.ts';
import { identifierOf } from '../identifier.ts';
import { guardRole, locationOf, type ScimRequest } from '../request.ts';
import type { ScimObject } from '../schema/attribute.ts';

const USERS = 'directus_users';
const FIELDS = 'id,external_id,first_name,last_name,email,role';

/** The members of roles that the caller may see, by role. */
export async function membersOf(
  request: ScimRequest,
  connection: Connection,
  roles: readonly number[],
): Promise<ReadonlyMap<number, readonly Item[]>> {
  const members = new Map<number, Item[]>(roles.map((role) => [role, []]));
  if (roles.length === 0 || !mayReadUsers(request)) return members;
  const query = { ...EVERYTHING, fields: parseFields(FIELDS), shape: 'scim members' };
  const users = await findRows(request, connection, USERS, restrict(query, 'role', roles.map(String)));
  for (const user of users) members.get(roleOf(user))?.push(user);
  return members;
}

function mayReadUsers({ context }: ScimRequest): boolean {
  const { caller, store } = context;
  return store.catalog.policy(caller).collection(USERS).allows('read');
}

/** The SCIM form of a member. */
export function toMember(request: ScimRequest, user: Item): ScimObject {
  const value = identifierOf(user);
  const name = [user.first_name, user.last_name].filter(Boolean).map(asText).join(' ');
  const member = { value, $ref: locationOf(request, '/Users', value), display: name || asText(user.email ?? value) };
  return request.standard ? { ...member, type: 'User' } : member;
}

/** Assigns a role to the given users, and removes it from its other users. */
export async function saveMembers(
  request: ScimRequest,
  tx: Transaction,
  role: number,
  wanted: ReadonlySet<string>,
): Promise<void> {
  const { connection } = tx;
  const held = (await membersOf(request, connection, [role])).get(role) ?? [];
  const present = new Set(held.map(identifierOf));
  const gone = held.filter((user) => !wanted.has(identifierOf(user)));
  await release(request, tx, role, gone);
  for (const identifier of wanted)
    if (!present.has(identifier)) await move(request, tx, await userNamed(request, connection, identifier), role);
}

/** Removes a role from users, who get the role for users without a group. */
export async function release(
  request: ScimRequest,
  tx: Transaction,
  role: number,
  users: readonly Item[],
): Promise<void> {
  const { options } = request;
  for (const user of users) await move(request, tx, user, options.role === role ? null : options.role);
}

async function move(request: ScimRequest, tx: Transaction, user: Item, role: number | null): Promise<void> {
  guardRole(request, roleOf(user));
  guardRole(request, role);
  const users = presentCollection(tx.context, USERS);
  await updateItem(tx, users, asText(user.id), { role });
}

async function userNamed(request: ScimRequest, connection: Connection, identifier: string): Promise<Item> {
  try {
    return await findRow(request, connection, USERS, identifier, FIELDS);
  } catch (error) {
    if (!(error instanceof ApiError) || error.entry !== 'itemNotFound') throw error;
    throw new ApiError('scimInvalidValue', { reason: `There is no user "${identifier.slice(0, 100)}"` });
  }
}

const roleOf = ({ role }: Item): number => asNumber(isRecord(role) ? role.id : role);
