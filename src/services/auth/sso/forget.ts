import type { Context } from '../../../persistence/context.ts';
import { inTransaction } from '../../../persistence/in-transaction.ts';
import { TableRows } from '../../../persistence/table-rows.ts';
import { identities } from '../../../schema/internal/sso.ts';

/** Unlinks a user from all provider accounts. The next one with the user's verified address is linked again. */
export async function forgetIdentities(context: Context, user: number): Promise<number> {
  const { store } = context;
  await store.internalTable(identities);
  const rows = new TableRows(store.dialect, identities);
  return inTransaction(context, ({ connection }) => rows.delete(connection, [['user', '=', user]]));
}
