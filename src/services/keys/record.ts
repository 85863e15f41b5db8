import type { Account } from '../../persistence/accounts.ts';
import { recordActivity } from '../../persistence/records.ts';
import type { Transaction } from '../../persistence/transaction.ts';

/** Records a change to a key as a change of its user. The record contains nothing of the key itself. */
export async function recordKey(
  tx: Transaction,
  { id: user }: Account,
  id: number,
  name: string,
  what: 'created' | 'changed' | 'revoked',
): Promise<void> {
  const comment = `API key ${id} "${name}" ${what}`;
  await recordActivity(tx, { action: 'update', collection: 'directus_users', item: String(user), comment });
}
