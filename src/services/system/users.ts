import { randomUUID } from 'node:crypto';
import { isStaticToken, MIN_STRICT_TOKEN_LENGTH, MIN_TOKEN_LENGTH } from '../../auth/static-token.ts';
import { ApiError } from '../../errors/api-error.ts';
import { brokenRule, violation } from '../../errors/violations.ts';
import { isAdmin, keyOf, userIdOf } from '../../permissions/caller.ts';
import { ADMIN_ROLE } from '../../permissions/roles.ts';
import { accountByEmail } from '../../persistence/accounts.ts';
import type { Scope } from '../../persistence/context.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { countRows } from '../../persistence/read/count.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import { recordActivity } from '../../persistence/records.ts';
import { removeSessions } from '../../persistence/session-rows.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { plainOf } from '../../query/plan/write/hashed.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { MASK } from '../../schema/system/masked.ts';
import { users } from '../../schema/system/users.ts';
import { canonicalAddress } from '../../shared/email.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asNumber, asText } from '../../shared/text.ts';
import { hasAuthorityOver } from './authority.ts';
import { refuseChosenKey } from './chosen-key.ts';
import { brokenPolicy } from './password-policy.ts';
import { forgetPresets } from './presets.ts';
import { registrationOf } from './registration.ts';
import type { WriteRules } from './rules.ts';

/** The attributes that users sign in with. */
const CREDENTIALS = ['email', 'password', '2fa_secret'];
/** Everything else that determines who a user is and for how long; an API key cannot change it for its own user. */
const IDENTITY = [...CREDENTIALS, 'token', 'role', 'status', 'external_id', 'password_reset_token'];

/** What sessions depend on besides the password. */
const SEALED = ['status', 'role', 'token', 'external_id'];

/**
 * The rules of users: who may change what, and protection of the last administrator. (Contract, P-91 to P-96 and U-44.)
 */
export const usersRules: WriteRules = {
  hidden: { update: 'readDenied' },
  required: ['status', 'role', 'first_name', 'last_name', 'email', 'password'],
  normalise: (context, payload, stored) => withoutAssigned(context, withoutMask(canonical(payload)), stored),
  assign: assignedTo,
  defaults: ({ external_id }) => (external_id ? {} : { external_id: randomUUID() }),
  async check(context, payload, key) {
    refuseChosenKey(context, 'directus_users', payload);
    if (key === null && '2fa_secret' in payload && payload['2fa_secret'] !== null && !isAdmin(context.caller))
      throw new ApiError('fieldWriteDenied', { field: '2fa_secret', collection: 'directus_users' });
    refuseWeakToken(context, payload);
    const password = plainOf(payload.password);
    // A form whose password stays empty must not lock its user out.
    if (key !== null && password === '') throw brokenRule('password', violation.blank);
    if (typeof password === 'string' && (await brokenPolicy(context.store, password)))
      throw brokenRule('password', violation.invalid);
  },
  beforeCreate: (tx, payload) => refuseTakenAddress(tx, payload, null),
  async beforeChange(tx, key, payload) {
    refuseOwnIdentity(tx.context, key, payload);
    await refuseCredentials(tx, key, payload);
    await refuseTakenAddress(tx, payload ?? {}, key);
    if (endsAdministration(payload) && (await isLastAdmin(tx, key))) throw new ApiError('lastAdmin');
    if (await endsSessions(tx, key, payload)) await removeSessions(tx, [['user', '=', Number(key)]]);
    if (payload && 'password' in payload) await voidResetLink(tx, key);
  },
  afterCreate: (tx, key) => forgetPresets(tx, 'user', key),
  async afterUpdate(tx, key, payload, recorded) {
    if (!('status' in payload) || !recorded) return;
    await recordActivity(tx, {
      action: 'status-update',
      collection: 'directus_users',
      item: key,
      by: Number(key),
    });
  },
};

function canonical(payload: Payload): Payload {
  return typeof payload.email === 'string' ? { ...payload, email: canonicalAddress(payload.email) } : payload;
}

/** Drops a masked secret that is sent back unchanged. */
function withoutMask(payload: Payload): Payload {
  const { '2fa_secret': secret, ...rest } = payload;
  return secret === MASK ? rest : payload;
}

/** Drops a role and status that will be assigned anyway; old clients send them. */
function withoutAssigned(context: Scope, payload: Payload, stored: Payload | null): Payload {
  const registration = stored === null && !isAdmin(context.caller) ? registrationOf(context.store.catalog) : null;
  if (!registration) return payload;
  const isAssigned = ([name, value]: readonly [string, unknown]): boolean =>
    (name === 'role' && (value === registration.role || value === String(registration.role))) ||
    (name === 'status' && value === registration.status);
  return Object.fromEntries(Object.entries(payload).filter((entry) => !isAssigned(entry)));
}

/**
 * Returns the role and status of a user whom a non-administrator creates, from the project's settings. Error 301 if the
 * settings do not allow it.
 */
function assignedTo({ store, caller }: Scope): Payload {
  if (isAdmin(caller) || !store.catalog.policy(caller).collection('directus_users').allows('create')) return {};
  const registration = registrationOf(store.catalog);
  if (!registration) throw new ApiError('registrationClosed');
  return { ...registration };
}

/** Strict projects refuse a token that is too short for a secret; others only log it. */
function refuseWeakToken({ store }: Scope, { token }: Payload): void {
  if (typeof token !== 'string') return;
  const { strict } = store.catalog.settings;
  const isShort = token.length < MIN_STRICT_TOKEN_LENGTH;
  if (!isStaticToken(token) || (strict && isShort))
    throw new ApiError('tokenTooWeak', { length: strict ? MIN_STRICT_TOKEN_LENGTH : MIN_TOKEN_LENGTH });
  if (isShort) store.surroundings.log.warn({ project: store.project }, SHORT_TOKEN);
}

const SHORT_TOKEN = `a user was given a static token of less than ${MIN_STRICT_TOKEN_LENGTH} characters, which can be guessed: use an API key`;

/** An API key can neither outlive its revocation nor widen itself. Errors 305, 303. (Contract, A-146.) */
function refuseOwnIdentity({ caller }: Scope, key: string, payload: Payload | null): void {
  if (keyOf(caller) === null || Number(key) !== userIdOf(caller)) return;
  if (payload === null) throw new ApiError('deleteDenied', { collection: 'directus_users' });
  const touched = IDENTITY.filter((name) => name in payload);
  if (touched.length > 0)
    throw new ApiError('fieldWriteDenied', { field: touched.join(', '), collection: 'directus_users' });
}

/**
 * Only a user, and callers with authority over that user, may change credentials. Changing a second factor requires
 * proof of it. Errors 305, 303, 10.
 */
async function refuseCredentials(tx: Transaction, key: string, payload: Payload | null): Promise<void> {
  const touched = payload === null ? [] : CREDENTIALS.filter((name) => name in payload);
  const user = payload === null || touched.length > 0 ? await userOf(tx, key) : undefined;
  if (!user) return;
  if (payload !== null && '2fa_secret' in payload) refuseUnproved(tx.context, user, payload['2fa_secret']);
  if (hasAuthorityOver(tx.context, user)) return;
  if (payload === null) throw new ApiError('deleteDenied', { collection: 'directus_users' });
  throw new ApiError('fieldWriteDenied', { field: touched.join(', '), collection: 'directus_users' });
}

/**
 * A session alone is not proof enough to remove or replace the second factor, which limits the damage of a stolen
 * session.
 */
function refuseUnproved({ caller }: Scope, user: Item, secret: unknown): void {
  const stays = (secret === null || secret === '') && !user['2fa_secret'];
  if (caller.kind === 'user' && user.id === userIdOf(caller) && !stays) throw new ApiError('secondFactorUnproved');
}

/**
 * Refuses an e-mail address that another user has. Compares canonical forms without case, whatever the database's
 * collation. Error 204.
 */
async function refuseTakenAddress(
  { context, connection }: Transaction,
  { email }: Payload,
  key: string | null,
): Promise<void> {
  if (typeof email !== 'string') return;
  const account = await accountByEmail(context.store, email, connection);
  if (account && account.id !== Number(key))
    throw new ApiError('duplicateItem', { value: email, collection: 'directus_users', field: 'email' });
}

/** Whether the user is deleted, or gets another status or role. */
function endsAdministration(payload: Payload | null): boolean {
  if (payload === null) return true;
  if ('status' in payload && payload.status !== 'active') return true;
  return 'role' in payload && !staysAdministrator(payload.role);
}

/** Whether a role, which may be sent as an object, is the administrators' or none that changes the stored one. */
function staysAdministrator(role: unknown): boolean {
  if (typeof role !== 'object' || role === null) return asNumber(role) === ADMIN_ROLE;
  return Object.keys(role).length === 0 || ('id' in role && asNumber(role.id) === ADMIN_ROLE);
}

/**
 * Whether the user is deleted, or gets another value that sessions depend on. Their seal alone would let them continue
 * once the former value is back, such as after a suspension.
 */
async function endsSessions(tx: Transaction, key: string, payload: Payload | null): Promise<boolean> {
  if (payload === null || 'password' in payload) return true;
  if (!SEALED.some((name) => name in payload)) return false;
  const user = await userOf(tx, key);
  return user !== undefined && SEALED.some((name) => name in payload && !isUnchanged(payload[name], user[name]));
}

/** A role may be sent as an object, whose key alone decides. */
function isUnchanged(sent: unknown, stored: unknown): boolean {
  const value = isRecord(sent) && 'id' in sent ? sent.id : sent;
  return asText(value ?? '') === asText(stored ?? '');
}

/** A link that was mailed before a change of the password could undo it. */
async function voidResetLink({ context, connection }: Transaction, key: string): Promise<void> {
  const rows = new TableRows(context.store.dialect, users);
  await rows.update(connection, [['id', '=', Number(key)]], { password_reset_token: null });
}

async function isLastAdmin(tx: Transaction, key: string): Promise<boolean> {
  const user = await userOf(tx, key);
  if (user?.status !== 'active' || user.role !== ADMIN_ROLE) return false;
  const collection = presentCollection(tx.context, users.name);
  return (await countRows(tx, collection, { status: 'active', role: ADMIN_ROLE })) <= 1;
}

function userOf(tx: Transaction, key: string): Promise<Item | undefined> {
  return readWhole(tx, presentCollection(tx.context, 'directus_users'), key);
}
