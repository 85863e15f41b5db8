import { randomUUID } from 'node:crypto';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { recordActivity } from '../../persistence/records.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Stored } from '../../schema/stored.ts';
import { createItem, deleteItem, updateItem } from '../../services/items/write-item.ts';
import type { Awaitable } from '../../shared/awaitable.ts';
import { sqlDatetime } from '../../shared/datetime.ts';
import { inTurns } from '../../shared/in-turns.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asNumber } from '../../shared/text.ts';
import { textOrNull } from '../../shared/text-or-null.ts';
import { applyPatch } from '../patch/apply.ts';
import { operationsOf, type PatchOperation, plainOperation } from '../patch/operation.ts';
import { guardRole, type ScimRequest, seesAll } from '../request.ts';
import type { ScimObject } from '../schema/attribute.ts';
import { GROUP } from '../schema/group.ts';
import { memberNamed } from '../schema/member.ts';
import { normaliseResource } from '../schema/normalise.ts';
import { EXACT } from '../schema/reading.ts';
import { GROUP_ROWS, saveScimRow } from '../scim-rows.ts';
import { checkVersion } from '../version.ts';
import { membersOf, release, saveMembers } from './members.ts';
import { type FoundGroup, findGroup, ROLES } from './read.ts';
import { identifierIn, specifiedGroup } from './specified-group.ts';

/**
 * Creates a group, with an identifier if the caller chose one. Errors 4, 204, 301, `scimInvalidValue`. (Contract, C-9 and C-41 to C-43.)
 */
export function createGroup(request: ScimRequest, body: ScimObject, chosen: string | undefined): Promise<FoundGroup> {
  const attributes = sentGroup(request, body);
  const given = chosen ?? (request.standard ? undefined : identifierIn(body));
  const identifier = given || randomUUID();
  const { displayName } = attributes;
  const payload = { ...(displayName !== undefined && { name: displayName }), external_id: identifier };
  return inTransaction(request.context, async (tx) => {
    const key = Number((await createItem(tx, roles(request), payload)).key);
    await saveChanges(request, tx, key, attributes, true);
    await saveMembers(request, tx, key, valuesOf(attributes.members));
    return findGroup(request, tx.connection, identifier);
  });
}

/** The group to change, and the version it must have. */
interface GroupChange {
  readonly identifier: string;
  readonly ifMatch: string | undefined;
}

/**
 * Replaces the writable attributes of a group; members that are not sent stay. Errors 203, 204, 302,
 * `scimVersionMismatch`.
 */
export function replaceGroup(request: ScimRequest, change: GroupChange, body: ScimObject): Promise<FoundGroup> {
  const sent = sentGroup(request, body);
  const keepsMembers = !request.standard || memberNamed(body, 'members') === undefined;
  return changeGroup(request, change, ({ members, externalId }) => ({
    ...sent,
    ...(keepsMembers && { members }),
    ...(!request.standard && { externalId }),
  }));
}

/** Changes a group by a PatchOp or plain attributes. Errors as {@link replaceGroup} and {@link applyPatch}. */
export function patchGroup(request: ScimRequest, change: GroupChange, body: ScimObject): Promise<FoundGroup> {
  const operations = operationsOf(body) ?? [plainChange(request, body)];
  return changeGroup(request, change, (attributes) => inTurns(applyPatch(GROUP, attributes, operations)));
}

function sentGroup({ standard }: ScimRequest, body: ScimObject): ScimObject {
  return standard ? normaliseResource(GROUP, body) : normaliseResource(GROUP, specifiedGroup(body), EXACT);
}

function plainChange({ standard }: ScimRequest, body: ScimObject): PatchOperation {
  return standard ? plainOperation(body) : plainOperation(specifiedGroup(body), EXACT);
}

/** Deletes a group; its members no longer have one. Errors 3, 203, 303, `scimVersionMismatch`. */
export function deleteGroup(request: ScimRequest, { identifier, ifMatch }: GroupChange): Promise<void> {
  return inTransaction(request.context, async (tx) => {
    const { item, version } = await findGroup(request, tx.connection, identifier);
    checkVersion(ifMatch, version);
    const key = asNumber(item.id);
    guardRole(request, key);
    const members = seesAll(request) ? await membersOf(request, tx.connection, [key]) : new Map();
    await deleteItem(tx, roles(request), String(key));
    await release(request, tx, key, members.get(key) ?? []);
  });
}

function changeGroup(
  request: ScimRequest,
  { identifier, ifMatch }: GroupChange,
  change: (attributes: ScimObject) => Awaitable<ScimObject>,
): Promise<FoundGroup> {
  return inTransaction(request.context, async (tx) => {
    const group = await findGroup(request, tx.connection, identifier);
    checkVersion(ifMatch, group.version);
    await saveGroup(request, tx, group, await change(group.attributes));
    return findGroup(request, tx.connection, identifier);
  });
}

async function saveGroup(
  request: ScimRequest,
  tx: Transaction,
  { item, own, attributes }: FoundGroup,
  after: ScimObject,
): Promise<void> {
  const key = asNumber(item.id);
  const { displayName: name = null } = after;
  const renamed = name !== attributes.displayName;
  if (renamed) guardRole(request, key);
  if (renamed) await updateItem(tx, roles(request), String(key), { name });
  const described = after.externalId !== attributes.externalId;
  if (renamed || described) await saveChanges(request, tx, key, after, own === undefined);
  if (described && !renamed) await recordActivity(tx, { action: 'update', collection: ROLES, item: String(key) });
  if (after.members !== attributes.members) await saveMembers(request, tx, key, valuesOf(after.members));
}

async function saveChanges(
  request: ScimRequest,
  tx: Transaction,
  key: number,
  { externalId }: ScimObject,
  isNew: boolean,
): Promise<void> {
  if (!seesAll(request)) return;
  const now = sqlDatetime(request.context.now);
  const values = new Map<string, Stored>([
    ['external_id', textOrNull(externalId)],
    ['modified_on', now],
  ]);
  if (isNew) values.set('created_on', now);
  await saveScimRow(tx, GROUP_ROWS, key, values, isNew);
}

function valuesOf(members: unknown): ReadonlySet<string> {
  const entries = Array.isArray(members) ? members.filter(isRecord) : [];
  return new Set(entries.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])));
}

const roles = ({ context }: ScimRequest) => presentCollection(context, ROLES);
