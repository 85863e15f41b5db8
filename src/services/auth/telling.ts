import { ApiError } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { collectionOf } from '../../schema/schema.ts';
import { tellAfter } from '../hooks/run.ts';
import { readWhole } from '../items/read.ts';
import { publicUser } from './accounts.ts';

const SUCCESS = ['auth.success'];

/** A user as it is shown to whoever has signed in as it, and to hooks. (Contract, A-41.) */
export async function shownUser(context: Context, id: number): Promise<Item> {
  const users = collectionOf(context.store.catalog.schema, 'directus_users');
  return publicUser((await readWhole(context, context.store.database, users, String(id))) ?? {});
}

/** Tells the hooks of a sign-in when it is committed. */
export function tellSignedIn({ context, afterCommit }: Transaction, id: number): void {
  if (!context.store.extensions?.actions(SUCCESS).length) return;
  afterCommit.push(async () => tellAfter(context, { events: SUCCESS }, await shownUser(context, id)));
}

/** Tells the hooks of a sign-in that was refused. `email` is null where nobody has been named. */
export function tellRefused(context: Context, email: string | null, error: unknown): void {
  if (error instanceof ApiError) tellAfter(context, { events: ['auth.fail'] }, { email, code: error.code });
}
