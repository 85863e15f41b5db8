import { ApiError } from '../../errors/api-error.ts';
import { SYSTEM } from '../../permissions/caller.ts';
import { accountByEmail } from '../../persistence/accounts.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { hashPayload } from '../../persistence/prepare-payload.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { countRows } from '../../persistence/read/count.ts';
import { recordActivity } from '../../persistence/records.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Stored } from '../../schema/stored.ts';
import { createItem, deleteItem, updateItem } from '../../services/items/write-item.ts';
import type { Awaitable } from '../../shared/awaitable.ts';
import { sqlDatetime } from '../../shared/datetime.ts';
import { inTurns } from '../../shared/in-turns.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asNumber, asText } from '../../shared/text.ts';
import { applyPatch } from '../patch/apply.ts';
import { operationsOf, type PatchOperation, plainOperation } from '../patch/operation.ts';
import { guardRole, renewedRequest, type ScimRequest, seesAll } from '../request.ts';
import type { ScimObject } from '../schema/attribute.ts';
import { normaliseResource } from '../schema/normalise.ts';
import { EXACT } from '../schema/reading.ts';
import { USER } from '../schema/user.ts';
import { type ScimRow, saveScimRow, USER_ROWS } from '../scim-rows.ts';
import { checkVersion } from '../version.ts';
import { passwordIn, scimValues, userPayload, withAddress, withUserName } from './mapping.ts';
import { type FoundUser, findUser, USERS, userOfKey } from './read.ts';
import { specifiedUser, specifiedUserChange } from './specified-user.ts';

/** A provisioned user needs an e-mail address, but neither a password nor a role. */
const REQUIRED = ['email'];

/** Creates a user. Errors 4, 12, 204, 301, 305, `scimInvalidValue`. (RFC 7644, section 3.3.) */
export async function createUser(given: ScimRequest, body: ScimObject): Promise<FoundUser> {
  const attributes = withUserName(newUser(given, body), given.standard);
  guardRole(given, given.options.role);
  const { request, password } = await withHashed(given, attributes);
  const { context } = request;
  const { externalId: external_id } = attributes;
  const all = { ...newPayload(request, attributes), ...password, external_id };
  return inTransaction(context, async (tx) => {
    const key = Number((await createItem(tx, users(request), withoutBlanks(all), { required: REQUIRED })).key);
    await saveChanges(request, tx, key, attributes, undefined);
    const asServer = { ...request, context: { ...context, caller: SYSTEM } };
    return userOfKey(request, tx.connection, key, asServer);
  });
}

/** The user to change, and the version it must have. */
interface UserChange {
  readonly identifier: string;
  readonly ifMatch: string | undefined;
}

/**
 * Replaces the writable attributes of a user. Errors 203, 204, 302, 305, `scimVersionMismatch`. (RFC 7644, section
 * 3.5.1.)
 */
export function replaceUser(request: ScimRequest, change: UserChange, body: ScimObject): Promise<FoundUser> {
  if (!request.standard) return replaceSpecified(request, change, body);
  const sent = normaliseResource(USER, body);
  return changeUser(request, change, passwordIn(sent), () => sent);
}

/** Changes a user by a PatchOp or plain attributes. Errors as {@link replaceUser} and {@link applyPatch}. */
export async function patchUser(request: ScimRequest, change: UserChange, body: ScimObject): Promise<FoundUser> {
  const operations = operationsOf(body) ?? [plainChange(request, body)];
  const password = passwordIn(await inTurns(applyPatch(USER, {}, operations.filter(setsPassword))));
  return changeUser(request, change, password, async (attributes) => {
    const patched = await inTurns(applyPatch(USER, attributes, operations));
    return request.standard ? patched : withAddress(attributes, { ...patched, externalId: attributes.externalId });
  });
}

function newUser({ standard }: ScimRequest, body: ScimObject): ScimObject {
  return standard ? normaliseResource(USER, body) : normaliseResource(USER, specifiedUser(body), EXACT);
}

/** Clients of Directus 8 do not see the provider's identifier, and cannot change it. */
function replaceSpecified(request: ScimRequest, change: UserChange, body: ScimObject): Promise<FoundUser> {
  const sent = normaliseResource(USER, specifiedUserChange(body), EXACT);
  return changeUser(request, change, passwordIn(sent), ({ externalId }) => ({ ...sent, externalId }));
}

function plainChange({ standard }: ScimRequest, body: ScimObject): PatchOperation {
  return standard ? plainOperation(body) : plainOperation(specifiedUserChange(body), EXACT);
}

/** Deletes a user permanently. Errors 203, 216, 303, `scimVersionMismatch`. */
export function deleteUser(request: ScimRequest, { identifier, ifMatch }: UserChange): Promise<void> {
  return inTransaction(request.context, async (tx) => {
    const user = await findUser(request, tx.connection, identifier);
    checkVersion(ifMatch, user.version);
    guardRole(request, roleIdOf(user));
    await deleteItem(tx, users(request), asText(user.item.id));
  });
}

const setsPassword = ({ path, value }: { readonly path: string | null; readonly value: unknown }): boolean =>
  path === null ? isRecord(value) && typeof value.password === 'string' : path.toLowerCase() === 'password';

async function changeUser(
  given: ScimRequest,
  { identifier, ifMatch }: UserChange,
  plain: string | undefined,
  change: (attributes: ScimObject) => Awaitable<ScimObject>,
): Promise<FoundUser> {
  const { request, password } = await withHashed(given, { password: plain });
  return inTransaction(request.context, async (tx) => {
    const user = await findUser(request, tx.connection, identifier);
    checkVersion(ifMatch, user.version);
    guardRole(request, roleIdOf(user));
    const after = withUserName(await change(user.attributes), request.standard);
    await saveUser(request, tx, user, after, password);
    return findUser(request, tx.connection, identifier);
  });
}

async function saveUser(
  request: ScimRequest,
  tx: Transaction,
  { item, own, attributes }: FoundUser,
  after: ScimObject,
  hashed: Payload,
): Promise<void> {
  const payload = { ...differing(userPayload(attributes, 'keep'), userPayload(after, 'keep')), ...hashed };
  const key = asNumber(item.id);
  if (Object.keys(payload).length > 0) await updateItem(tx, users(request), String(key), payload);
  const changed = await saveChanges(request, tx, key, after, own, Object.keys(payload).length > 0);
  if (changed && Object.keys(payload).length === 0)
    await recordActivity(tx, { action: 'update', collection: USERS, item: String(key) });
}

function differing(before: Payload, after: Payload): Payload {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));
}

/** Writes the SCIM row of a user if it differs; returns whether it does. */
async function saveChanges(
  request: ScimRequest,
  tx: Transaction,
  key: number,
  attributes: ScimObject,
  own: ScimRow | undefined,
  touched = true,
): Promise<boolean> {
  if (!seesAll(request)) return false;
  const values = scimValues(attributes);
  const changed = Array.from(values).some(([name, value]) => value !== (own?.[name] ?? null));
  if (changed || touched) {
    const now = sqlDatetime(request.context.now);
    const dated = new Map<string, Stored>([
      ...values,
      ['modified_on', now],
      ...(own ? [] : [['created_on', now] as const]),
    ]);
    await saveScimRow(tx, USER_ROWS, key, dated, own === undefined);
  }
  await refuseTakenName(tx, key, attributes, values);
  return changed;
}

/** User names are unique ignoring case, including the e-mail addresses that serve as user names. Error 204. */
async function refuseTakenName(
  tx: Transaction,
  key: number,
  attributes: ScimObject,
  values: ReadonlyMap<string, Stored>,
): Promise<void> {
  const userName = asText(attributes.userName ?? '');
  const named = values.get('user_name_key') ?? null;
  const account = named === null ? null : await accountByEmail(tx.context.store, userName, tx.connection);
  const byAddress = account !== null && account.id !== key;
  const byName = named === null && (await countRows(tx, USER_ROWS, { user_name_key: userName.toLowerCase() })) > 0;
  if (byAddress || byName) throw new ApiError('duplicateItem', { value: userName, collection: USERS });
}

/** A request with the payload of the hashed password, which is empty without one. */
interface WithHashed {
  readonly request: ScimRequest;
  readonly password: Payload;
}

/** Hashing is slow, so it happens before the transaction begins. The caller's access may end meanwhile. Errors 108, 3. */
async function withHashed(request: ScimRequest, attributes: ScimObject): Promise<WithHashed> {
  const plain = passwordIn(attributes);
  if (plain === undefined) return { request, password: {} };
  const password = await hashPayload(request.context.store, users(request), { password: plain });
  return { request: await renewedRequest(request), password };
}

function withoutBlanks(payload: Payload): Payload {
  return Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== null && value !== undefined));
}

/** The defaults for users created by others are a setting of the project. */
function newPayload(request: ScimRequest, attributes: ScimObject): Payload {
  if (!seesAll(request)) return userPayload(attributes, 'keep');
  return { ...userPayload(attributes, 'draft'), role: request.options.role };
}

const users = ({ context }: ScimRequest) => presentCollection(context, USERS);

const roleIdOf = ({ item }: FoundUser): unknown => (isRecord(item.role) ? item.role.id : item.role);
