import { updateRow } from '../../persistence/rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { collectionOf } from '../../schema/schema.ts';
import { findSessionRow, insertSession, type SessionKind } from './session-rows.ts';

/** What counts once for a user. */
interface SingleUse {
  readonly user: number;
  readonly kind: SessionKind;
  readonly token: string;
  /** When it cannot come again anyway. */
  readonly expires: Date;
}

/** Uses something up, inside the transaction under way; false where it was before, in whatever process. */
export async function useUp(tx: Transaction, { user, kind, token, expires }: SingleUse): Promise<boolean> {
  await takeTurn(tx, user);
  const { context, connection } = tx;
  if (await findSessionRow(context.store, connection, { user, token_type: kind, token })) return false;
  await insertSession(tx, { user, kind, token, expires });
  return true;
}

/** Writing to the user's row makes other sign-ins of the user wait until this one is decided, whatever the engine. */
export async function takeTurn(tx: Transaction, user: number): Promise<void> {
  const users = collectionOf(tx.context.store.catalog.schema, 'directus_users');
  await updateRow(tx, users, user, new Map([['id', user]]));
}
