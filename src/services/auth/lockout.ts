import { SYSTEM } from '../../permissions/caller.ts';
import { ADMIN_ROLE } from '../../permissions/roles.ts';
import type { Account } from '../../persistence/accounts.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { recordActivity } from '../../persistence/records.ts';
import { updateRow } from '../../persistence/rows.ts';
import { removeSessions } from '../../persistence/session-rows.ts';
import { committed, onBehalfOf } from '../../persistence/source.ts';
import { queryWhere, restrict } from '../../query/parse/query.ts';
import { readList } from '../items/read.ts';

const ENDING = ['authenticate', 'status-update'];
const FAILURE = 'invalid-credentials';

/**
 * Records a failed password attempt. A user with more failures in a row than the setting `login_attempts_allowed`
 * permits is suspended; administrators never are. Returns whether the user is now suspended. (Contract, A-111.)
 */
export async function recordFailure(context: Context, account: Account): Promise<boolean> {
  const entry = { action: FAILURE, collection: 'directus_users', item: String(account.id), by: account.id } as const;
  await inTransaction(context, (tx) => recordActivity(tx, entry));
  const { loginAttempts } = context.store.catalog.settings;
  if (loginAttempts === null || account.role === ADMIN_ROLE || account.status !== 'active') return false;
  if ((await failuresInARow(context, account.id, loginAttempts + 1)) <= loginAttempts) return false;
  await inTransaction(context, async (tx) => {
    const users = presentCollection(context, 'directus_users');
    await updateRow(tx, users, account.id, new Map([['status', 'suspended']]));
    await removeSessions(tx, [['user', '=', account.id]]);
  });
  return true;
}

/** Counts failed password attempts since the user last signed in or had a status change, up to `bound`. */
async function failuresInARow(context: Context, user: number, bound: number): Promise<number> {
  const ofUser = restrict(queryWhere('collection', ['directus_users']), 'item', [String(user)]);
  const query = restrict(ofUser, 'action', [FAILURE, ...ENDING]);
  const newest = { token: '-id', field: 'id', descending: true, random: false };
  const { data } = await readList(onBehalfOf(committed(context), SYSTEM), 'directus_activity', {
    ...query,
    sort: [newest],
    limit: bound,
    shape: `${query.shape}|newest`,
  });
  const actions = Array.isArray(data) ? data.map(({ action }) => action) : [];
  const end = actions.findIndex((action) => action !== FAILURE);
  return end < 0 ? actions.length : end;
}
