import { allApiKeys, apiKeysOf } from '../../persistence/api-keys.ts';
import type { Context } from '../../persistence/context.ts';
import { committed } from '../../persistence/source.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { apiKeys } from '../../schema/internal/api-keys.ts';
import { keyOfAccount, ownerOf, requireKeys } from './owner.ts';
import { shownKey } from './show.ts';

/** The API keys of a user, oldest first. Errors 108, 10, 3, 203. (Contract, A-141.) */
export async function listKeys(context: Context, user: string): Promise<Item[]> {
  const account = await ownerOf(context, user);
  const { store } = context;
  return (await store.hasInternalTable(apiKeys)) ? (await apiKeysOf(store, account, store.database)).map(shownKey) : [];
}

/** The API keys of all users of the project, oldest first, for administrators. (Contract, A-149.) */
export async function listAllKeys({ store }: Context): Promise<Item[]> {
  return (await store.hasInternalTable(apiKeys)) ? (await allApiKeys(store)).map(shownKey) : [];
}

/** One API key of a user. Errors 108, 10, 3, 203. */
export async function findKey(context: Context, user: string, id: string): Promise<Item> {
  const account = await ownerOf(context, user);
  await requireKeys(context);
  return shownKey(await keyOfAccount(committed(context), account, id));
}
