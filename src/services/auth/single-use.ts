import { presentCollection } from '../../persistence/present-collection.ts';
import { updateRow } from '../../persistence/rows.ts';
import { findSessionRow, insertSession, type SessionKind } from '../../persistence/session-rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';

/** Something that a user may use only once. */
interface SingleUse {
  readonly user: number;
  readonly kind: SessionKind;
  readonly token: string;
  /** When it becomes invalid anyway. */
  readonly expires: Date;
}

/** Marks something as used, inside the caller's transaction. Returns false if any process has used it before. */
export async function useUp(tx: Transaction, { user, kind, token, expires }: SingleUse): Promise<boolean> {
  await takeTurn(tx, user);
  const { context, connection } = tx;
  if (await findSessionRow(context.store, connection, { user, token_type: kind, token })) return false;
  await insertSession(tx, { user, kind, token, expires });
  return true;
}

/** Writes to the user's row, so that concurrent sign-ins of that user wait for this transaction on every engine. */
export async function takeTurn(tx: Transaction, user: number): Promise<void> {
  const users = presentCollection(tx.context, 'directus_users');
  await updateRow(tx, users, user, new Map([['id', user]]));
}
