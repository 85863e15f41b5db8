import { collectionOf } from '../../schema/schema.ts';
import { updateRow } from '../rows.ts';
import type { Writing } from '../writing.ts';
import { findSessionRow, insertSession, type SessionKind } from './session-rows.ts';

/** What counts once for a user. */
export interface SingleUse {
  readonly user: number;
  readonly kind: SessionKind;
  readonly token: string;
  /** When it cannot come again anyway. */
  readonly expires: Date;
}

/** Uses something up, inside the transaction under way; false where it was before, in whatever process. */
export async function useUp(writing: Writing, { user, kind, token, expires }: SingleUse): Promise<boolean> {
  await takeTurn(writing, user);
  const { context, connection } = writing;
  if (await findSessionRow(context.store, connection, { user, token_type: kind, token })) return false;
  await insertSession(writing, { user, kind, token, expires });
  return true;
}

/** Writing to the user's row makes other sign-ins of the user wait until this one is decided, whatever the engine. */
export async function takeTurn(writing: Writing, user: number): Promise<void> {
  const users = collectionOf(writing.context.store.catalog.schema, 'directus_users');
  await updateRow(writing, users, user, new Map([['id', user]]));
}
