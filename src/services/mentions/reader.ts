import { type Account, accountById } from '../../persistence/accounts.ts';
import type { Source } from '../../persistence/source.ts';
import { onBehalfOf } from '../../persistence/source.ts';
import type { StoreView } from '../../persistence/store.ts';
import type { Collection } from '../../schema/collection.ts';
import { needs2FA } from '../auth/account-checks.ts';
import { userOf } from '../auth/account-user.ts';
import { visibleItem } from '../items/visible.ts';

/** An item. */
export interface ItemAt {
  readonly collection: Collection;
  readonly item: string;
}

/** The account of a user who is active and may read an item; null otherwise. */
export async function readerOf(source: Source, store: StoreView, id: number, { collection, item }: ItemAt) {
  const account = await accountById(store, id, source.reader);
  return account && (await mayRead(source, store, account, { collection, item })) ? account : null;
}

/** Whether an account is active and its user may read an item. */
async function mayRead(
  source: Source,
  store: StoreView,
  account: Account,
  { collection, item }: ItemAt,
): Promise<boolean> {
  if (account.status !== 'active' || needs2FA(store, account)) return false;
  const seen = await visibleItem(onBehalfOf(source, userOf(store, account)), collection, item);
  return seen !== undefined;
}
