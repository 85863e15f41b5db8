import { randomUUID } from 'node:crypto';
import { ApiError } from '../../errors/api-error.ts';
import { violation } from '../../errors/violations.ts';
import { ADMIN_ROLE } from '../../permissions/roles.ts';
import { collectionOf } from '../../schema/schema.ts';
import { asNumber } from '../../shared/text.ts';
import { accountByEmail } from '../auth/accounts.ts';
import { brokenPolicy } from '../auth/password-policy.ts';
import { isAdmin } from '../caller.ts';
import { countRows } from '../items/count.ts';
import { plainOf } from '../items/hashed.ts';
import type { Payload } from '../items/payload.ts';
import { readWhole } from '../items/read.ts';
import { recordActivity } from '../items/record.ts';
import type { Writing } from '../writing.ts';
import type { WriteRules } from './rules.ts';

const ADMINISTRATED = ['role', 'token', 'status', 'external_id'];

/** Users: who may change what of them, and the last administrator. (Decisions, "People and secrets".) */
export const usersRules: WriteRules = {
  hidden: { update: 'readDenied' },
  required: ['status', 'role', 'first_name', 'last_name', 'email', 'password'],
  defaults: ({ external_id }) => (external_id ? {} : { external_id: randomUUID() }),
  async check(context, payload, key) {
    const touched = ADMINISTRATED.filter((name) => name in payload);
    if (key !== null && touched.length > 0 && !isAdmin(context.caller))
      throw new ApiError('fieldWriteDenied', { field: touched.join(', '), collection: 'directus_users' });
    const password = plainOf(payload.password);
    if (typeof password === 'string' && (await brokenPolicy(context.store, password)))
      throw new ApiError('validation', { violations: `password: ${violation.invalid}` });
  },
  beforeCreate: (writing, payload) => refuseTakenAddress(writing, payload, null),
  async beforeChange(writing, key, payload) {
    await refuseTakenAddress(writing, payload ?? {}, key);
    if (endsAdministration(payload) && (await isLastAdmin(writing, key))) throw new ApiError('lastAdmin');
  },
  async afterUpdate(writing, key, payload) {
    if (!('status' in payload) || writing.context.skipActivity) return;
    await recordActivity(writing, {
      action: 'status-update',
      collection: 'directus_users',
      item: key,
      by: Number(key),
    });
  },
};

/** Addresses are compared without case, whatever the database does. Error 204. */
async function refuseTakenAddress({ context }: Writing, { email }: Payload, key: string | null): Promise<void> {
  if (typeof email !== 'string') return;
  const account = await accountByEmail(context.store, email);
  if (account && String(account.id) !== key)
    throw new ApiError('duplicateItem', { value: email, collection: 'directus_users', field: 'email' });
}

/** A removal, another status or another role. */
function endsAdministration(payload: Payload | null): boolean {
  if (payload === null) return true;
  if ('status' in payload && payload.status !== 'active') return true;
  return 'role' in payload && asNumber(payload.role) !== ADMIN_ROLE;
}

async function isLastAdmin(writing: Writing, key: string): Promise<boolean> {
  const users = collectionOf(writing.context.store.catalog.schema, 'directus_users');
  const user = await readWhole(writing.context, writing.connection, users, key);
  if (user?.status !== 'active' || user.role !== ADMIN_ROLE) return false;
  return (await countRows(writing, users, { status: 'active', role: ADMIN_ROLE })) <= 1;
}
