import { ApiError } from '../../errors/api-error.ts';
import { publicUser } from '../../persistence/accounts.ts';
import type { SignIn } from '../../persistence/changes.ts';
import type { Context } from '../../persistence/context.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import { committed } from '../../persistence/source.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { notifyAfter } from '../hooks/run.ts';

const SUCCESS = ['auth.success'];

/** Returns a user as shown to the user who has signed in. (Contract, A-41.) */
export async function shownUser(context: Context, id: number): Promise<Item> {
  const users = presentCollection(context, 'directus_users');
  return publicUser((await readWhole(committed(context), users, String(id))) ?? {});
}

/** Notifies the auth hooks of a committed sign-in. They are not told whether the user has a second factor. */
export async function notifySignInHooks(context: Context, { user }: SignIn): Promise<void> {
  if (!context.store.extensions?.actions(SUCCESS).length) return;
  const { '2fa_secret': secret, password_reset_token, ...shown } = await shownUser(context, user);
  notifyAfter(context, { events: SUCCESS }, shown);
}

/** Notifies the auth hooks of a refused sign-in. `email` is null if no account was named. */
export function notifyRefusalHooks(context: Context, email: string | null, error: unknown): void {
  if (error instanceof ApiError) notifyAfter(context, { events: ['auth.fail'] }, { email, code: error.code });
}
